// What the enhanced sheet records besides: diagnoses and medicines, health, safety, special scales and the family. Nothing
// here is scored; A.4.1 is read for what raises the level.
import type { Form } from '#contract/nursing/assess/kind'
import { from0, from1 } from '#contract/nursing/assess/kinds/build'
import { formsOf2023 } from '#contract/nursing/assess/kinds/of2023Forms'

const HARMS = from0('未评估', '无此风险', '需防护', '高风险')

const diagnoses: Form = {
  key: 'A.4',
  name: '疾病诊断和用药情况表',
  fields: [
    {
      key: 'A.4.1',
      name: '疾病诊断',
      type: 'many',
      options: [
        { value: 1, text: '高血压病', icd10: 'I10～I15' },
        { value: 2, text: '冠心病', icd10: 'I25' },
        { value: 3, text: '糖尿病', icd10: 'E10～E14' },
        { value: 4, text: '肺炎', icd10: 'J12～J18' },
        { value: 5, text: '慢性阻塞性肺疾病', icd10: 'J44' },
        { value: 6, text: '脑出血', icd10: 'I60～I62' },
        { value: 7, text: '脑梗塞', icd10: 'I63' },
        { value: 8, text: '尿路感染（30天内）' },
        { value: 9, text: '帕金森综合征', icd10: 'G20～G22' },
        { value: 10, text: '慢性肾衰竭', icd10: 'N18～N19' },
        { value: 11, text: '肝硬化', icd10: 'K74' },
        { value: 12, text: '消化性溃疡', icd10: 'K20～K31' },
        { value: 13, text: '肿瘤', icd10: 'C00～D48' },
        { value: 14, text: '截肢（6个月内）' },
        { value: 15, text: '骨折（3个月内）', icd10: 'M84' },
        { value: 16, text: '癫痫', icd10: 'G40' },
        { value: 17, text: '甲状腺功能减退症', icd10: 'E01～E03' },
        { value: 18, text: '白内障', icd10: 'H25～H26' },
        { value: 19, text: '青光眼', icd10: 'H40～H42' },
        { value: 20, text: '骨质疏松症', icd10: 'M80～M82' },
        { value: 21, text: '痴呆', icd10: 'F00～F03' },
        { value: 22, text: '其他精神和行为障碍', icd10: 'F04～F99' },
        { value: 23, text: '其他', withText: true },
      ],
    },
    {
      key: 'A.4.2',
      name: '用药情况（目前长期服药情况）',
      type: 'table',
      columns: [
        { key: 'drugName', name: '药物名称' },
        { key: 'route', name: '服药方法' },
        { key: 'dose', name: '用药剂量' },
        { key: 'frequency', name: '用药频率' },
      ],
    },
  ],
}

const health: Form = {
  key: 'A.5',
  name: '健康相关问题',
  fields: [
    {
      key: 'A.5.1',
      name: '压力性损伤',
      type: 'one',
      options: from0(
        '无',
        'Ⅰ期：皮肤完好，出现指压不会变白的红印',
        'Ⅱ期：皮肤真皮层损失、暴露，出现水疱',
        'Ⅲ期：全层皮肤缺失，可见脂肪、肉芽组织以及边缘内卷',
        'Ⅳ期：全层皮肤、组织缺失，可见肌腱、肌肉、腱膜，以及边缘内卷，伴随隧道、潜行',
        '不可分期：皮肤、组织被腐肉、焦痂掩盖，去除后才可判断损伤程度',
      ),
    },
    {
      key: 'A.5.2',
      name: '关节活动度',
      type: 'one',
      options: from0('无，没有影响日常生活功能', '是，影响日常生活功能', '无法判断'),
      textName: '部位',
    },
    {
      key: 'A.5.3',
      name: '伤口情况',
      type: 'many',
      options: from0('无', '擦伤', '烧烫伤', '术后伤口', '糖尿病足溃疡', '血管性溃疡', '其他伤口'),
      exclusive: 0,
    },
    {
      key: 'A.5.4',
      name: '特殊护理情况',
      type: 'many',
      options: from0('无', '胃管', '尿管', '气管切开', '胃/肠/膀胱造瘘', '无创呼吸机', '透析', '其他'),
      exclusive: 0,
    },
    {
      key: 'A.5.5',
      name: '疼痛感（通过表情反应和询问来判断）',
      type: 'one',
      options: from0(
        '无疼痛',
        '轻度疼痛',
        '中度疼痛（尚可忍受的程度）',
        '重度疼痛（无法忍受的程度）',
        '不知道或无法判断',
      ),
    },
    {
      key: 'A.5.6',
      name: '牙齿缺失情况',
      type: 'many',
      options: [
        { value: 0, text: '无缺损' },
        { value: 1, text: '牙体缺损（如龋齿、楔状缺损）' },
        { value: 2, text: '牙列缺损', parts: ['非对位牙缺失', '单侧对位牙缺失', '双侧对位牙缺失'] },
        { value: 3, text: '牙列缺失', parts: ['上颌牙缺失', '下颌牙缺失', '全口牙缺失'] },
      ],
      exclusive: 0,
    },
    {
      key: 'A.5.7',
      name: '义齿佩戴情况',
      type: 'many',
      options: from0('无义齿', '固定义齿', '可摘局部义齿', '可摘全/半口义齿'),
      exclusive: 0,
    },
    {
      key: 'A.5.8',
      name: '吞咽困难的情形和症状',
      type: 'many',
      options: from0(
        '无',
        '抱怨吞咽困难或吞咽时会疼痛',
        '吃东西或喝水时出现咳嗽或呛咳',
        '用餐后嘴中仍含着食物或留有残余食物',
        '当喝或吃流质或固体的食物时，食物会从嘴角边流失',
        '有流口水的情况',
      ),
      exclusive: 0,
    },
    { key: 'A.5.9', name: '营养不良：体质指数（BMI）低于正常值', type: 'one', options: from0('无', '有') },
    { key: 'A.5.10', name: '清理呼吸道无效', type: 'one', options: from0('无', '有') },
    { key: 'A.5.12', name: '其他（请补充）', type: 'longText' },
  ],
}

const safety: Form = {
  key: 'P.1',
  name: '服务安全风险评估（九防）',
  fields: [
    ['P.1.1', '噎食'],
    ['P.1.2', '食品药品误食'],
    ['P.1.3', '压疮'],
    ['P.1.4', '烫伤'],
    ['P.1.5', '坠床'],
    ['P.1.6', '跌倒'],
    ['P.1.7', '他伤和自伤'],
    ['P.1.8', '走失'],
    ['P.1.9', '文娱活动意外'],
  ].map(([key, name]) => ({ key: key!, name: name!, type: 'one', options: HARMS })),
}

const scales: Form = {
  key: 'P.2',
  name: '专项量表',
  fields: [
    { key: 'P.2.1', name: 'Morse 跌倒风险评估', type: 'number', min: 0, max: 125, unit: '分' },
    { key: 'P.2.2', name: 'Braden 压力性损伤风险评估', type: 'number', min: 6, max: 23, unit: '分' },
    { key: 'P.2.3', name: '洼田饮水试验', type: 'number', min: 1, max: 5, unit: '级' },
    { key: 'P.2.4', name: '微型营养评定简表 MNA-SF', type: 'number', min: 0, max: 14, unit: '分' },
    { key: 'P.2.5', name: '简易智力状态检查 MMSE', type: 'number', min: 0, max: 30, unit: '分' },
    { key: 'P.2.6', name: '老年抑郁量表 GDS-15', type: 'number', min: 0, max: 15, unit: '分' },
    { key: 'P.2.7', name: '疼痛数字评分 NRS', type: 'number', min: 0, max: 10, unit: '分' },
  ],
}

const family: Form = {
  key: 'P.3',
  name: '家庭与照护',
  fields: [
    {
      key: 'P.3.1',
      name: '入住前主要照护者',
      type: 'one',
      options: from1('本人', '配偶', '子女', '其他亲属', '保姆或护工', '养老机构', '其他'),
      textName: '说明',
    },
    {
      key: 'P.3.2',
      name: '家属探望',
      type: 'one',
      options: from1('每周一次及以上', '每月一次及以上', '每季度一次及以上', '很少', '没有家属'),
    },
    { key: 'P.3.3', name: '家属能参与的照护', type: 'longText' },
    { key: 'P.3.4', name: '老人和家属的期望', type: 'longText' },
  ],
}

export const formsOf2023Plus: readonly Form[] = [...formsOf2023, diagnoses, health, safety, scales, family]
