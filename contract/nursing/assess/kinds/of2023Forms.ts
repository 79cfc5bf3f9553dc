// Tables A.1 to A.3 of GB/T 42195—2022: who is assessed, and who told it.
import type { Form } from '#contract/nursing/assess/kind'
import { from0, from1 } from '#contract/nursing/assess/kinds/build'

export const formsOf2023: readonly Form[] = [
  {
    key: 'A.1',
    name: '评估信息表',
    fields: [
      { key: 'A.1.1', name: '评估编号', type: 'text', known: 'assessNo' },
      { key: 'A.1.2', name: '评估基准日期', type: 'date', required: true, known: 'assessDate' },
      {
        key: 'A.1.3',
        name: '评估原因',
        type: 'one',
        required: true,
        options: from1('首次评估', '常规评估', '即时评估', '因对评估结果有疑问进行的复评', '其他'),
        known: 'reason',
      },
    ],
  },
  {
    key: 'A.2',
    name: '评估对象基本信息表',
    fields: [
      { key: 'A.2.1', name: '姓名', type: 'text', required: true, known: 'name' },
      { key: 'A.2.2', name: '性别', type: 'one', required: true, options: from0('男', '女'), known: 'sex' },
      { key: 'A.2.3', name: '出生日期', type: 'date', required: true, known: 'birthDate' },
      { key: 'A.2.4', name: '身高', type: 'number', min: 50, max: 250, unit: 'cm', known: 'height' },
      { key: 'A.2.5', name: '体重', type: 'number', min: 20, max: 250, unit: 'kg', known: 'weight' },
      { key: 'A.2.6', name: '民族', type: 'text', known: 'nation' },
      { key: 'A.2.7', name: '宗教信仰', type: 'one', options: from0('无', '有'), textName: '说明', known: 'religion' },
      { key: 'A.2.8', name: '公民身份号码', type: 'idCard', required: true, known: 'idCard' },
      {
        key: 'A.2.9',
        name: '文化程度',
        type: 'one',
        options: from1('文盲', '小学', '初中', '高中/技校/中专', '大学专科及以上', '不详'),
        known: 'education',
      },
      {
        key: 'A.2.10',
        name: '居住情况',
        type: 'many',
        options: from1(
          '独居',
          '与配偶居住',
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
        name: '婚姻状况',
        type: 'one',
        options: from1('未婚', '已婚', '丧偶', '离婚', '未说明'),
        known: 'marital',
      },
      {
        key: 'A.2.12',
        name: '医疗费用支付方式',
        type: 'many',
        options: from1(
          '城镇职工基本医疗保险',
          '城乡居民基本医疗保险',
          '自费',
          '公务员补助',
          '企业补充保险',
          '公费医疗及医疗照顾对象',
          '医疗救助',
          '大病保险',
        ),
        known: 'medicalPay',
      },
      {
        key: 'A.2.13',
        name: '经济来源',
        type: 'many',
        options: from1('退休金/养老金', '子女补贴', '亲友资助', '国家普惠型补贴', '个人储蓄', '其他补贴'),
        known: 'income',
      },
    ],
  },
  {
    key: 'A.3',
    name: '信息提供者及联系人信息表',
    fields: [
      { key: 'A.3.1', name: '信息提供者的姓名', type: 'text', required: true, known: 'informant' },
      {
        key: 'A.3.2',
        name: '信息提供者与老年人的关系',
        type: 'one',
        options: from1('本人', '配偶', '子女', '其他亲属', '雇佣照顾者', '村（居）民委员会工作人员', '其他'),
        known: 'informantRelation',
      },
      { key: 'A.3.3', name: '联系人姓名', type: 'text', known: 'contactName' },
      { key: 'A.3.4', name: '联系人电话', type: 'phone', known: 'contactPhone' },
    ],
  },
]
