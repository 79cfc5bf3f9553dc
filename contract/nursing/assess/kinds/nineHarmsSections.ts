// The nine kinds of harm of GB 38600—2019. The standard names the harms and the duty to protect; the questions are a sheet of
// yes and no, and special scales that were made before count with theirs.
import type { Section } from '#contract/nursing/assess/kind'
import { harmSection, times } from '#contract/nursing/assess/kinds/nineHarmsBuild'

export const nineHarmsSections: readonly Section[] = [
  harmSection({
    no: 1,
    harm: 'choking',
    name: '噎食',
    linked: ['waterSwallow', 'chokingChecklist'],
    items: [
      ['进食饮水常呛咳'],
      ['曾噎食或误吸', true],
      ['咀嚼困难或义齿不合'],
      ['卒中、帕金森、痴呆'],
      ['进食过快、抢食'],
    ],
    measures: ['合适的食物形态', '进食在工作人员视线内或由其协助', '急救培训'],
    proposes: [
      { from: 2, project: '协助进食', often: times.perDay(3) },
      { from: 3, project: '喂食', often: times.perDay(3) },
    ],
  }),
  harmSection({
    no: 2,
    harm: 'misIngestion',
    name: '食品药品误食',
    linked: [],
    items: [
      ['分不清食物与非食物'],
      ['囤积食品或药品'],
      ['自行保管药品且服法说不清'],
      ['曾误食或服错药', true],
      ['视力差看不清标签'],
    ],
    measures: ['定期检查过期变质食品', '家属带入物登记', '签服药管理协议并核对发药', '清洁剂上锁'],
    proposes: [
      { from: 2, project: '用药提醒', often: times.byOrder },
      { from: 3, project: '发药到口', often: times.byOrder },
    ],
  }),
  harmSection({
    no: 3,
    harm: 'pressureUlcer',
    name: '压疮',
    linked: ['braden'],
    items: [['卧床或整日坐轮椅'], ['失禁或皮肤潮湿'], ['消瘦或进食差'], ['感觉减退'], ['现有压红或破损', true]],
    measures: ['皮肤与床单检查', '变换体位', '清洁干燥', '减压器具', '记录'],
    proposes: [
      { from: 2, project: '皮肤检查', often: times.perDay(1) },
      { from: 3, project: '皮肤检查', often: times.perShift },
      { from: 3, project: '翻身拍背', often: times.everyHours(2) },
      { from: 3, project: '减压垫检查', often: times.perShift },
    ],
  }),
  harmSection({
    no: 4,
    harm: 'scald',
    name: '烫伤',
    linked: [],
    items: [
      ['肢体感觉减退（糖尿病、偏瘫）'],
      ['不知躲避热源'],
      ['自用热水袋、电热毯、热水瓶'],
      ['手抖端不稳'],
      ['曾烫伤', true],
    ],
    measures: ['先冷后热调水温', '不给过烫饮食', '热源隔离与警示', '取暖时查看皮肤'],
    proposes: [
      { from: 2, project: '助浴', often: times.perWeek(2) },
      { from: 3, project: '皮肤检查', often: times.perDay(1) },
    ],
  }),
  harmSection({
    no: 5,
    harm: 'bedFall',
    name: '坠床',
    linked: ['morse'],
    items: [['躁动或谵妄'], ['曾坠床', true], ['夜间自行起床多'], ['服镇静安眠药'], ['上下床需协助']],
    measures: ['睡时拉护栏', '加密巡视', '协助上下床', '床降低、床旁垫', '检查床与护栏'],
    proposes: [
      { from: 2, project: '床栏与呼叫器检查', often: times.perShift },
      { from: 3, project: '夜间巡视', often: times.everyHours(1) },
      { from: 3, project: '床椅转移', often: times.asNeeded },
    ],
  }),
  harmSection({
    no: 6,
    harm: 'fall',
    name: '跌倒',
    linked: ['morse'],
    items: [
      ['半年内跌倒过', true],
      ['步态不稳或需助行器'],
      ['服降压、降糖、利尿或镇静药'],
      ['视力差或头晕'],
      ['尿急夜尿多'],
    ],
    measures: ['地面干燥无障碍', '起身和如厕协助', '助行器具', '观察服药反应', '保洁时放警示牌'],
    proposes: [
      { from: 2, project: '协助如厕', often: times.asNeeded },
      { from: 3, project: '行走陪护', often: times.asNeeded },
      { from: 3, project: '日间巡视', often: times.everyHours(2) },
    ],
  }),
  harmSection({
    no: 7,
    harm: 'harm',
    name: '他伤和自伤',
    linked: [],
    items: [
      ['有轻生言语或行为', true],
      ['近期打骂或伤人', true],
      ['情绪低落或明显焦虑'],
      ['幻觉、妄想或精神病史'],
      ['与室友或家属冲突'],
    ],
    measures: ['心理疏导并告知家属', '刀具火种药品专人管', '调整房间', '及时制止、报警或送医'],
    proposes: [
      { from: 2, project: '陪伴聊天', often: times.perDay(1) },
      { from: 2, project: '情绪安抚', often: times.asNeeded },
      { from: 3, project: '日间巡视', often: times.everyHours(1) },
    ],
  }),
  harmSection({
    no: 8,
    harm: 'wander',
    name: '走失',
    linked: ['wandering'],
    items: [['认知下降或定向差'], ['有离院企图', true], ['曾走失', true], ['徘徊游走'], ['入住不满30天']],
    measures: ['重点观察与交接核对', '外出办手续有人陪', '定位设备与门禁'],
    proposes: [
      { from: 2, project: '外出陪同', often: times.asNeeded },
      { from: 2, project: '防走失点名', often: times.everyHours(2) },
      { from: 3, project: '防走失点名', often: times.everyHours(1) },
    ],
  }),
  harmSection({
    no: 9,
    harm: 'activityAccident',
    name: '文娱活动意外',
    linked: [],
    items: [
      ['心脑血管病不稳定', true],
      ['平衡差仍爱参加活动'],
      ['情绪易激动'],
      ['听力视力差跟不上指令'],
      ['活动中曾不适或受伤'],
    ],
    measures: ['活动前看身体状况', '场地防滑与护角', '工作人员按比例在场', '备急救箱'],
    proposes: [{ from: 2, project: '外出陪同', often: times.asNeeded }],
  }),
]
