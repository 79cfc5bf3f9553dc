// The dictionaries every organisation begins with. A form names one of these; dictionaries that an organisation adds
// itself are known by their text only.
//
// Which sets are typed options and which are dictionaries: where the programme decides by a value (states, sex, trade
// ways, stock movements, alarm kinds, job types) the set is declared in the contract with options(), and its
// dictionary only shows it, locked ("fixed"). Where a standard gives the codes (ethnic groups, marital status,
// education, politics, diseases) the dictionary is the source and its given values are locked ("standard"). All others
// are the organisation's own to edit, and forms read them by code.
export const dictionaryCodes = [
  // oldman
  'ethnicGroups',
  'gender',
  'maritalStatus',
  'education',
  'politicalStatus',
  'bloodTypeAbo',
  'bloodTypeRh',
  'religion',
  'livingArrangement',
  'incomeSource',
  'medicalPayment',
  'elderCategory',
  'householdType',
  'idType',
  'relationToElder',
  'chronicDisease',
  'allergy',
  'dietaryRestriction',
  'attentionNote',
  'oldman_sleep',
  // reception
  'consultationChannel',
  'consultationIntention',
  'consultationStatus',
  'consultationStage',
  'lossReason',
  'residenceStatus',
  'checkoutReason',
  'outingType',
  'outingState',
  'visitType',
  'visitManner',
  'bedStatus',
  'roomType',
  'contractType',
  // service
  'nursingLevel',
  'nursingProjectCategory',
  'nursingProjectUnit',
  'careAction',
  'nursingRefuseReason',
  'vitalSign',
  'adverseEventType',
  'adverseEventLevel',
  'complaintType',
  'activityType',
  'activityState',
  'mealTime',
  'dishCategory',
  'educationCategory',
  'callDealType',
  // drug
  'drug_type',
  'drugManageClass',
  'drug_form',
  'drug_min_spec',
  'drugRoute',
  'drugFrequency',
  'drugTiming',
  'drugKeepType',
  // expense
  'feeCategory',
  'chargeCycle',
  'preferentialRule',
  'tradeWay',
  'homeTradeWay',
  // warehouse
  'deliver_type',
  'store_type',
  'stockMovement',
  'skuUnit',
  'goodsClassify',
  // homecare
  'serveProjectType',
  'serveOrderStatus',
  'afterSaleReason',
  // administration
  'jobType',
  'job',
  'staffStatus',
  'attendanceResult',
  'patrolAbnormalType',
  'trainingType',
  // system
  'operationTerminal',
  'remindType',
] as const

export type DictionaryCode = (typeof dictionaryCodes)[number]
