// The dictionary of the demonstration: what elders in a Chinese nursing home really take, one line each, and how it is usually
// ordered. Deposits, settings and takes of the demonstration are all made from these lines (demoPlan.ts).
import { DrugStorage, type DrugStorageValue, type HighAlertValue } from '#contract/drug/drugWords'

/** How it is usually ordered; route and timing are values of DrugRoute and DrugTiming. */
export interface DemoUse {
  frequency: string
  dose: number
  route: number
  clocks: readonly string[]
  weekdays: readonly number[]
  timing: number | null
  giveHow: string | null
  neededFor: string | null
  leastHours: number | null
  mostPerDay: number | null
}

export interface DemoDrug {
  key: string
  /** Nobody takes two of one group. */
  group: string
  drugName: string
  tradeName: string | null
  substance: string
  /** Labels of the dictionaries. */
  form: string
  drugType: string
  manageClass: string
  spec: string
  unit: string
  packUnit: string
  packFactor: number
  strength: number
  strengthUnit: string
  maker: string
  approvalNo: string
  storage: DrugStorageValue
  lightProof: boolean
  highAlert: HighAlertValue | null
  lookAlike: string | null
  noCrush: boolean
  openDays: number | null
  /** Values of the dictionary allergy. */
  allergies: readonly string[]
  use: DemoUse
}

/** key | group | name | trade name | substance | form | type | class | spec | unit | in a package | content | maker | approval | use | more */
const LINES = `
amlodipine|pressure|苯磺酸氨氯地平片|络活喜|氨氯地平|片剂|西药|处方药|5mg×28片|片|28|5 mg|辉瑞制药有限公司|国药准字H10950224|QD dose=1 at=08:00 timing=4|
nifedipine|pressure|硝苯地平控释片|拜新同|硝苯地平|缓释片|西药|处方药|30mg×28片|片|28|30 mg|拜耳医药保健有限公司|国药准字HJ20171143|QD dose=1 at=08:00 timing=4|lightProof noCrush
valsartan|pressure|缬沙坦胶囊|代文|缬沙坦|胶囊剂|西药|处方药|80mg×28粒|粒|28|80 mg|北京诺华制药有限公司|国药准字H20040217|QD dose=1 at=08:00 timing=4|
losartan|pressure|氯沙坦钾片|科素亚|氯沙坦|片剂|西药|处方药|50mg×28片|片|28|50 mg|杭州默沙东制药有限公司|国药准字H20000371|QD dose=1 at=08:00 timing=4|
perindopril|pressure|培哚普利叔丁胺片|雅施达|培哚普利|片剂|西药|处方药|4mg×30片|片|30|4 mg|施维雅（天津）制药有限公司|国药准字H20034053|QD dose=1 at=07:00 timing=2|
metoprolol|heart|琥珀酸美托洛尔缓释片|倍他乐克|美托洛尔|缓释片|西药|处方药|47.5mg×7片|片|7|47.5 mg|阿斯利康制药有限公司|国药准字HJ20150044|QD dose=1 at=08:00 timing=4|noCrush
bisoprolol|heart|富马酸比索洛尔片|康忻|比索洛尔|片剂|西药|处方药|5mg×10片|片|10|5 mg|默克制药（江苏）有限公司|国药准字H20170042|QD dose=0.5 at=08:00 timing=4|
digoxin|heart|地高辛片||地高辛|片剂|西药|处方药|0.25mg×30片|片|30|0.25 mg|上海上药信谊药厂有限公司|国药准字H31020678|QD dose=0.5 at=08:00 timing=4|highAlert=DIGOXIN lookAlike=地西泮片
isosorbide|heart|单硝酸异山梨酯缓释片|依姆多|单硝酸异山梨酯|缓释片|西药|处方药|60mg×7片|片|7|60 mg|阿斯利康制药有限公司|国药准字H20030418|QD dose=0.5 at=08:00 timing=4|
aspirin|clot|阿司匹林肠溶片|拜阿司匹灵|阿司匹林|片剂|西药|处方药|100mg×30片|片|30|100 mg|拜耳医药保健有限公司|国药准字HJ20160685|QD dose=1 at=07:00 timing=2|noCrush allergies=5
clopidogrel|clot|硫酸氢氯吡格雷片|波立维|氯吡格雷|片剂|西药|处方药|75mg×7片|片|7|75 mg|赛诺菲（杭州）制药有限公司|国药准字H20056410|QD dose=1 at=08:00 timing=4|
warfarin|clot|华法林钠片||华法林|片剂|西药|处方药|2.5mg×60片|片|60|2.5 mg|上海上药信谊药厂有限公司|国药准字H31022123|QN dose=1 at=20:30 timing=11|highAlert=CLOT
rivaroxaban|clot|利伐沙班片|拜瑞妥|利伐沙班|片剂|西药|处方药|10mg×5片|片|5|10 mg|Bayer AG|国药准字HJ20180075|QD dose=1 at=08:00 timing=4|highAlert=CLOT
atorvastatin|fat|阿托伐他汀钙片|立普妥|阿托伐他汀|片剂|西药|处方药|20mg×7片|片|7|20 mg|辉瑞制药有限公司|国药准字H20051408|QN dose=1 at=20:30 timing=11|
rosuvastatin|fat|瑞舒伐他汀钙片|可定|瑞舒伐他汀|片剂|西药|处方药|10mg×7片|片|7|10 mg|阿斯利康药业（中国）有限公司|国药准字HJ20160545|QN dose=1 at=20:30 timing=11|lookAlike=阿托伐他汀钙片
metformin|sugar|盐酸二甲双胍片|格华止|二甲双胍|片剂|西药|处方药|0.5g×20片|片|20|0.5 g|中美上海施贵宝制药有限公司|国药准字H20023370|BID dose=1 at=08:00,17:00|highAlert=SUGAR
acarbose|sugar|阿卡波糖片|拜唐苹|阿卡波糖|片剂|西药|处方药|50mg×30片|片|30|50 mg|拜耳医药保健有限公司|国药准字H19990205|TID dose=1 at=07:30,11:30,17:30 how=与第一口饭同嚼|highAlert=SUGAR
glimepiride|sugar|格列美脲片|亚莫利|格列美脲|片剂|西药|处方药|2mg×15片|片|15|2 mg|赛诺菲（北京）制药有限公司|国药准字H20057672|QD dose=1 at=07:00 timing=2|highAlert=SUGAR lookAlike=格列齐特缓释片
glargine|insulin|甘精胰岛素注射液|来得时|甘精胰岛素|注射剂|西药|冷藏药品|3ml:300单位（笔芯）|单位（IU）|300|1 IU|赛诺菲（北京）制药有限公司|国药准字SJ20140052|QN dose=12 route=9 at=21:00 timing=11|storage=3 lightProof highAlert=INSULIN lookAlike=门冬胰岛素注射液 openDays=28 pack=支
aspart|insulin|门冬胰岛素注射液|诺和锐|门冬胰岛素|注射剂|西药|冷藏药品|3ml:300单位（笔芯）|单位（IU）|300|1 IU|诺和诺德（中国）制药有限公司|国药准字SJ20140030|TID dose=6 route=9 at=07:20,11:20,17:20 timing=2|storage=3 lightProof highAlert=INSULIN lookAlike=甘精胰岛素注射液 openDays=28 pack=支
calcium|bone|碳酸钙D3片|钙尔奇|碳酸钙、维生素D3|片剂|西药|乙类非处方药|600mg×60片|片|60|600 mg|赫力昂（苏州）制药有限公司|国药准字H10950029|QD dose=1 at=12:00 timing=7|pack=瓶
alendronate|bone|阿仑膦酸钠片|福善美|阿仑膦酸|片剂|西药|处方药|70mg×4片|片|4|70 mg|杭州默沙东制药有限公司|国药准字J20130085|QW dose=1 at=06:30 on=1 timing=1 how=空腹温水送服，半小时内不平卧|noCrush
calcitriol|bone|骨化三醇胶丸|罗盖全|骨化三醇|胶囊剂|西药|处方药|0.25μg×10粒|粒|10|0.25 μg|上海罗氏制药有限公司|国药准字J20150011|QD dose=1 at=08:00 timing=4|lightProof
zopiclone|sleep|右佐匹克隆片|文飞|右佐匹克隆|片剂|西药|精神药品|3mg×6片|片|6|3 mg|江苏天士力帝益药业有限公司|国药准字H20100074|QN dose=0.5 at=20:30 timing=11 how=上床后服，服后不下地|highAlert=SEDATIVE
estazolam|sleep|艾司唑仑片|舒乐安定|艾司唑仑|片剂|西药|精神药品|1mg×20片|片|20|1 mg|常州四药制药有限公司|国药准字H32020479|QN dose=1 at=20:30 timing=11 how=上床后服，服后不下地|highAlert=SEDATIVE lookAlike=阿普唑仑片
donepezil|mind|盐酸多奈哌齐片|安理申|多奈哌齐|片剂|西药|处方药|5mg×7片|片|7|5 mg|卫材（中国）药业有限公司|国药准字H20050978|QN dose=1 at=20:30 timing=11|
memantine|mind|盐酸美金刚片|易倍申|美金刚|片剂|西药|处方药|10mg×28片|片|28|10 mg|H. Lundbeck A/S|国药准字HJ20160095|BID dose=0.5 at=08:00,17:00|
quetiapine|mood|富马酸喹硫平片|思瑞康|喹硫平|片剂|西药|处方药|25mg×20片|片|20|25 mg|阿斯利康制药有限公司|国药准字HJ20150203|QN dose=1 at=20:30 timing=11|highAlert=PSYCHOTIC
sertraline|mood|盐酸舍曲林片|左洛复|舍曲林|片剂|西药|处方药|50mg×14片|片|14|50 mg|辉瑞制药有限公司|国药准字H10980141|QD dose=1 at=08:00 timing=4|
levetiracetam|epilepsy|左乙拉西坦片|开浦兰|左乙拉西坦|片剂|西药|处方药|0.5g×30片|片|30|0.5 g|UCB Pharma S.A.|国药准字HJ20160253|BID dose=1 at=08:00,17:00|highAlert=EPILEPSY
omeprazole|stomach|奥美拉唑肠溶胶囊|洛赛克|奥美拉唑|胶囊剂|西药|处方药|20mg×14粒|粒|14|20 mg|阿斯利康制药有限公司|国药准字HJ20130095|QD dose=1 at=06:30 timing=2|lightProof noCrush
mosapride|stomach|枸橼酸莫沙必利片|加斯清|莫沙必利|片剂|西药|处方药|5mg×10片|片|10|5 mg|住友制药（苏州）有限公司|国药准字HJ20160369|TID dose=1 at=07:00,11:00,17:00|
lactulose|bowel|乳果糖口服溶液|杜密克|乳果糖|口服液|西药|处方药|15ml×6袋|袋|6|10 g|Abbott Biologicals B.V.|国药准字HJ20171057|BID dose=1 at=08:00,17:00|
bifid|bowel|双歧杆菌三联活菌胶囊|培菲康|双歧杆菌三联活菌|胶囊剂|西药|甲类非处方药|210mg×36粒|粒|36|210 mg|上海上药信谊药厂有限公司|国药准字S10950032|BID dose=2 at=08:00,17:00 how=温水送服，不超过40℃|storage=3
tamsulosin|prostate|盐酸坦索罗辛缓释胶囊|哈乐|坦索罗辛|胶囊剂|西药|处方药|0.2mg×10粒|粒|10|0.2 mg|安斯泰来制药（中国）有限公司|国药准字H20000681|QN dose=1 at=20:30 timing=11|noCrush
latanoprost|eye|拉坦前列素滴眼液|适利达|拉坦前列素|滴眼液|西药|处方药|2.5ml:125μg|滴|80|1.5 μg|Viatris Manufacturing Belgium|国药准字HJ20171122|QN dose=2 route=5 at=20:30 how=两眼各一滴|storage=3 lightProof openDays=28 pack=支
levothyroxine|thyroid|左甲状腺素钠片|优甲乐|左甲状腺素|片剂|西药|处方药|50μg×100片|片|100|50 μg|默克制药（江苏）有限公司|国药准字H20140052|QD dose=1 at=06:00 timing=1 how=空腹，服后半小时再进食|
tiotropium|lung|噻托溴铵粉吸入剂|思力华|噻托溴铵|吸入剂|西药|处方药|18μg×10粒|粒|10|18 μg|Boehringer Ingelheim|国药准字HJ20140954|QD dose=1 route=4 at=08:00 how=吸入后漱口|
furosemide|water|呋塞米片||呋塞米|片剂|西药|处方药|20mg×100片|片|100|20 mg|江苏亚邦爱普森药业有限公司|国药准字H32021428|QD dose=1 at=07:00 timing=4|allergies=3 pack=瓶
potassium|water|氯化钾缓释片|补达秀|氯化钾|缓释片|西药|处方药|0.5g×24片|片|24|0.5 g|广州誉东健康制药有限公司|国药准字H44020251|BID dose=1 at=08:00,17:00|noCrush
danshen|vessel|复方丹参滴丸||丹参、三七、冰片|滴丸|中成药|甲类非处方药|27mg×180丸|丸|180|27 mg|天士力医药集团股份有限公司|国药准字Z10950111|TID dose=10 at=08:00,12:00,17:00|pack=瓶
ginkgo|vessel|银杏叶片|天保宁|银杏叶提取物|片剂|中成药|处方药|19.2mg×24片|片|24|19.2 mg|浙江康恩贝制药股份有限公司|国药准字Z20027949|TID dose=1 at=08:00,12:00,17:00|
paracetamol|pain|对乙酰氨基酚片|必理通|对乙酰氨基酚|片剂|西药|乙类非处方药|0.5g×10片|片|10|0.5 g|中美天津史克制药有限公司|国药准字H12020004|PRN dose=1 for=发热38.5℃以上或疼痛 hours=6 most=3|allergies=5
nitroglycerin|cold|硝酸甘油片||硝酸甘油|片剂|西药|处方药|0.5mg×100片|片|100|0.5 mg|北京益民药业有限公司|国药准字H11021022|PRN dose=1 route=2 for=胸闷、胸痛，舌下含服 hours=0.5 most=3|storage=2 lightProof openDays=90 pack=瓶
loratadine|skin|氯雷他定片|开瑞坦|氯雷他定|片剂|西药|甲类非处方药|10mg×6片|片|6|10 mg|拜耳医药（上海）有限公司|国药准字H10970410|PRN dose=1 for=皮肤瘙痒 hours=24 most=1|
`

/** `a=1 b c=2`: names with what they say; a name alone says yes. */
const said = (text: string) =>
  new Map(
    text
      .split(' ')
      .filter(Boolean)
      .map((part) => part.split('=', 2) as [string, string | undefined])
      .map(([name, value]) => [name, value ?? 'yes']),
  )
const listed = (text: string | undefined) => text?.split(',') ?? []
const numbered = (text: string | undefined) => (text === undefined ? null : Number(text))

function orderedAs(text: string): DemoUse {
  const [frequency, ...rest] = text.split(' ')
  const use = said(rest.join(' '))
  return {
    frequency: frequency!,
    dose: Number(use.get('dose')),
    route: Number(use.get('route') ?? 1),
    clocks: listed(use.get('at')),
    weekdays: listed(use.get('on')).map(Number),
    timing: numbered(use.get('timing')),
    giveHow: use.get('how') ?? null,
    neededFor: use.get('for') ?? null,
    leastHours: numbered(use.get('hours')),
    mostPerDay: numbered(use.get('most')),
  }
}

function drugOf(line: string): DemoDrug {
  const cells = line.split('|')
  if (cells.length !== 16) throw new Error(`a drug of the demonstration has ${cells.length} cells: ${line}`)
  const [
    key,
    group,
    drugName,
    tradeName,
    substance,
    form,
    drugType,
    manageClass,
    spec,
    unit,
    factor,
    content,
    maker,
    approvalNo,
  ] = cells as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const [strength, strengthUnit] = content.split(' ')
  const more = said(cells[15]!)
  return {
    key,
    group,
    drugName,
    tradeName: tradeName || null,
    substance,
    form,
    drugType,
    manageClass,
    spec,
    unit,
    packUnit: more.get('pack') ?? '盒',
    packFactor: Number(factor),
    strength: Number(strength),
    strengthUnit: strengthUnit!,
    maker,
    approvalNo,
    storage: (numbered(more.get('storage')) ?? DrugStorage.is.room) as DrugStorageValue,
    lightProof: more.has('lightProof'),
    highAlert: (more.get('highAlert') ?? null) as HighAlertValue | null,
    lookAlike: more.get('lookAlike') ?? null,
    noCrush: more.has('noCrush'),
    openDays: numbered(more.get('openDays')),
    allergies: listed(more.get('allergies')),
    use: orderedAs(cells[14]!),
  }
}

export const demoDrugs: readonly DemoDrug[] = LINES.trim().split('\n').map(drugOf)
