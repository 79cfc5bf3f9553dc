// Which columns of the residents hold values of dictionaries, so that a value in use is not deleted.
import { storesDictionary } from '#server/areas/systemSetting/public'

const one = (dictionaryCode: string, title: string, column: string, list = false) =>
  storesDictionary({ dictionaryCode, what: `老人档案・${title}`, table: 'oldman', column, list })

one('ethnicGroups', '民族', 'nation')
one('education', '文化程度', 'education')
one('maritalStatus', '婚姻状况', 'marital')
one('politicalStatus', '政治面貌', 'political_status')
one('religion', '宗教信仰', 'religion')
one('livingArrangement', '居住情况', 'living')
one('bloodTypeAbo', 'ABO 血型', 'blood_abo')
one('bloodTypeRh', 'Rh 血型', 'blood_rh')
one('elderCategory', '老人类别', 'category')
one('idType', '证件类型', 'id_type')
one('householdType', '户籍性质', 'household_type')
one('oldman_sleep', '睡眠情况', 'sleep')
one('incomeSource', '经济来源', 'income', true)
one('medicalPayment', '医疗费用支付方式', 'medical_pay', true)
one('chronicDisease', '慢性病', 'diseases', true)
one('allergy', '过敏史', 'allergies', true)
one('dietaryRestriction', '饮食', 'diet', true)
one('attentionNote', '关注事项', 'attention', true)

storesDictionary({
  dictionaryCode: 'relationToElder',
  what: '老人家属・与老人关系',
  table: 'oldman_family',
  column: 'relation',
})
