// Tables A.1 to A.3 of MZ/T 039—2013: who is assessed, and who told it.
import type { Form } from '#contract/nursing/assess/kind'
import { from0, from1 } from '#contract/nursing/assess/kinds/build'
import { reasonsOf2013 } from '#contract/nursing/assess/kinds/reasons'

export const formsOf2013: readonly Form[] = [
  {
    key: 'A.1',
    name: '评估基本信息',
    fields: [
      { key: 'A.1.1', name: '评估编号', type: 'text', known: 'assessNo' },
      { key: 'A.1.2', name: '评估基准日期', type: 'date', required: true, known: 'assessDate' },
      { key: 'A.1.3', name: '评估原因', type: 'one', required: true, options: reasonsOf2013, known: 'reason' },
    ],
  },
  {
    key: 'A.2',
    name: '被评估者基本信息',
    fields: [
      { key: 'A.2.1', name: '姓名', type: 'text', required: true, known: 'name' },
      { key: 'A.2.2', name: '性别', type: 'one', required: true, options: from0('男', '女'), known: 'sex' },
      { key: 'A.2.3', name: '出生日期', type: 'date', required: true, known: 'birthDate' },
      { key: 'A.2.4', name: '身份证号', type: 'idCard', required: true, known: 'idCard' },
      { key: 'A.2.5', name: '社保卡号', type: 'text', known: 'socialCard' },
      { key: 'A.2.6', name: '民族', type: 'one', options: from1('汉族', '少数民族'), known: 'nation' },
      {
        key: 'A.2.7',
        name: '文化程度',
        type: 'one',
        options: from1('文盲', '小学', '初中', '高中/技校/中专', '大学专科及以上', '不详'),
        known: 'education',
      },
      { key: 'A.2.8', name: '宗教信仰', type: 'one', options: from0('无', '有'), textName: '说明', known: 'religion' },
      {
        key: 'A.2.9',
        name: '婚姻状况',
        type: 'one',
        options: from1('未婚', '已婚', '丧偶', '离婚', '未说明的婚姻状况'),
        known: 'marital',
      },
      {
        key: 'A.2.10',
        name: '居住状况',
        type: 'one',
        options: from1(
          '独居',
          '与配偶/伴侣居住',
          '与子女居住',
          '与父母居住',
          '与兄弟姐妹居住',
          '与其他亲属居住',
          '与非亲属关系的人居住',
          '养老机构',
        ),
        known: 'living',
      },
      {
        key: 'A.2.11',
        name: '医疗费用支付方式',
        type: 'many',
        options: from1(
          '城镇职工基本医疗保险',
          '城镇居民基本医疗保险',
          '新型农村合作医疗',
          '贫困救助',
          '商业医疗保险',
          '全公费',
          '全自费',
          '其他',
        ),
        known: 'medicalPay',
      },
      {
        key: 'A.2.12',
        name: '经济来源',
        type: 'many',
        options: from1('退休金/养老金', '子女补贴', '亲友资助', '其他补贴'),
        known: 'income',
      },
      { key: 'A.2.13.3', name: '慢性疾病', type: 'longText' },
      { key: 'A.2.14.5', name: '近30天内其他意外事件', type: 'text' },
    ],
  },
  {
    key: 'A.3',
    name: '信息提供者及联系人信息',
    fields: [
      { key: 'A.3.1', name: '信息提供者的姓名', type: 'text', required: true, known: 'informant' },
      {
        key: 'A.3.2',
        name: '信息提供者与老人的关系',
        type: 'one',
        options: from1('配偶', '子女', '其他亲属', '雇佣照顾者', '其他'),
        known: 'informantRelation',
      },
      { key: 'A.3.3', name: '联系人姓名', type: 'text', known: 'contactName' },
      { key: 'A.3.4', name: '联系人电话', type: 'phone', known: 'contactPhone' },
    ],
  },
]
