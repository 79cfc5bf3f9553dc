// Invented people for the demo: names of their generation, identity cards that add up, illnesses, families.

import type { Chance } from '#server/kit/chance'

const surnames = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石',
  '欧阳',
  '司徒',
]
const womens = [
  '秀兰',
  '桂芳',
  '玉珍',
  '淑华',
  '凤英',
  '慧芬',
  '金凤',
  '月娥',
  '素云',
  '桂英',
  '秀珍',
  '玉兰',
  '淑珍',
  '翠英',
  '惠珍',
  '美华',
  '佩芳',
  '文娟',
  '雅琴',
  '静芬',
  '丽华',
  '蕴秋',
  '杏仙',
  '阿妹',
  '根娣',
  '招弟',
  '菊仙',
  '宝珍',
  '彩凤',
  '瑞芝',
  '梅芳',
  '兰芝',
  '碧云',
  '婉如',
  '淑贞',
  '莲英',
  '巧云',
  '银娣',
  '锦华',
  '曼丽',
] as const
const mens = [
  '国栋',
  '德福',
  '长山',
  '文彬',
  '正明',
  '宝生',
  '兆祥',
  '建中',
  '志强',
  '永康',
  '福根',
  '金生',
  '树森',
  '世杰',
  '伯年',
  '仲文',
  '家驹',
  '鸿儒',
  '立民',
  '守业',
  '炳南',
  '学文',
  '阿根',
  '荣发',
  '庆余',
  '景山',
  '松涛',
  '云鹏',
  '振华',
  '德明',
  '国良',
  '其昌',
  '耀宗',
  '嘉禄',
  '维新',
  '元培',
  '同福',
  '大海',
  '少卿',
  '连生',
] as const
const childrens = {
  men: ['建国', '志刚', '卫东', '国强', '海涛', '晓峰', '伟明', '俊杰', '文斌', '立新', '永清', '宏伟'],
  women: ['晓梅', '丽萍', '敏', '淑芬', '雅萍', '红', '静', '海燕', '春华', '佳慧', '文静', '丽君'],
} as const

export const surname = (luck: Chance) => luck.pick(surnames)
export const residentName = (luck: Chance, male: boolean) => surname(luck) + luck.pick(male ? mens : womens)
/** No two children of one family bear the same name: whoever comes later gets the next. */
export function childName(luck: Chance, family: string, male: boolean, taken: readonly string[] = []): string {
  const names: readonly string[] = male ? childrens.men : childrens.women
  let at = names.indexOf(luck.pick(names))
  while (taken.includes(family + names[at])) at = (at + 1) % names.length
  return family + names[at]
}
/** Two characters for the few double surnames, one for all others. */
export const familyNameOf = (name: string) => (/^(欧阳|司徒)/.test(name) ? name.slice(0, 2) : name.slice(0, 1))

export const districts = [
  '310101',
  '310104',
  '310105',
  '310106',
  '310107',
  '310109',
  '310110',
  '310112',
  '310113',
  '310115',
]

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** 17 digits and their check digit; `turn` keeps two people of one birthday apart. */
export function idCardOf(district: string, birthDate: string, male: boolean, turn: number): string {
  const order = String((turn * 2 + (male ? 1 : 0)) % 1000).padStart(3, '0')
  const digits = `${district}${birthDate.replaceAll('-', '')}${order}`
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return digits + '10X98765432'[sum % 11]!
}

const streets = [
  '国定路',
  '控江路',
  '延吉中路',
  '四平路',
  '鞍山路',
  '长阳路',
  '平凉路',
  '河间路',
  '隆昌路',
  '双阳路',
  '靖宇东路',
  '包头路',
]
export const addressOf = (luck: Chance) =>
  `上海市杨浦区${luck.pick(streets)} ${luck.between(20, 980)} 弄 ${luck.between(1, 60)} 号 ${luck.between(1, 6)}0${luck.between(1, 4)} 室`

/** An invented mobile number; the seed decides, so that no two are the same. */
export const phoneOf = (prefix: string, turn: number) => `${prefix}${String(1000 + ((turn * 7919) % 9000))}`

/** Values of the dictionaries chronicDisease, allergy and dietaryRestriction. */
export const diseases = ['1', '1', '2', '3', '7', '25', '20', '18', '23', '5', '9', '12', '26'] as const
export const allergies = ['1', '2', '3', '7'] as const
export const diets = [
  ['1-1'],
  ['1-2'],
  ['1-2', '2-1'],
  ['1-3', '2-1'],
  ['1-1', '2-3'],
  ['1-2', '2-1', '2-2'],
  ['1-4'],
] as const
export const DEMENTIA = '21'
