// What a kind of assessment is: data and nothing else. Sections with items and options, how sections and the whole are
// graded, what raises a level, what is asked besides. The engine reads any kind; a new one is a file in kinds/.
//
// Levels count upwards to the worse in every kind: a higher number is a heavier loss of ability or a higher risk.

import type { CareUnitValue } from '#contract/nursing/frequency'

/** Which way the scores of a section run. */
export type Direction = 'higherIsBetter' | 'higherIsWorse'

export interface Choice {
  /** A, B, C …: what is stored as the answer. */
  key: string
  text: string
  score: number
}

export interface Item {
  /** As the standard counts: B.1.1. Unique within a kind. */
  key: string
  name: string
  /** What is looked at. */
  hint?: string
  options: readonly Choice[]
}

/** What a condition looks at. Inputs that were not given count as 0. */
export type Operand =
  | { item: string }
  /** The level of a section. */
  | { section: string }
  /** Several inputs are added up. */
  | { inputs: readonly string[] }
  | { preliminary: true }

export type Condition =
  | { of: Operand; min?: number; max?: number }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { always: true }

export interface Band {
  level: number
  min: number
  max: number
}

/** Cases are read in their order, and the first that holds decides. */
export interface Case {
  level: number
  when: Condition
  /** What the standard says about it. */
  text: string
}

/** A level becomes another: raised by steps, set, or held between two. */
export type Effect = { raise: number } | { set: number } | { atLeast: number } | { atMost: number } | { keep: true }

export interface Rule {
  key: string
  /** In a few words: 昏迷，直接评定为完全失能. */
  short: string
  /** The wording of the standard. */
  text: string
  /** Where it stands: 附录 C.4 第 1 条. */
  source: string
  when: Condition
  effect: Effect
  /** No rule after it is looked at. */
  stop?: true
  /** What is still open need not be answered. */
  closes?: true
}

export interface Level {
  level: number
  name: string
  /** As tags and bars say it. */
  short: string
  /** What it means for the care. */
  care?: string
  /** Code of the nursing level a house begins with (its own mapping goes before). */
  nursing?: string
  /** Assessed again after so many days; without it the months of the kind count. */
  againDays?: number
  /** What is done about it, as the sheet says. */
  measures?: readonly string[]
  /** Of risk sheets: how grave it is in the words all of them share. Absent where the level itself says so. */
  grave?: Grave
}

/** 无此风险, 需防护, 高风险. */
export type Grave = 1 | 2 | 3

/** A project for the plan of whoever is at risk, by the name a house usually has for it. */
export interface Proposal {
  /** From this gravity on. */
  from: Grave
  project: string
  often: { unit: CareUnitValue; times: number }
}

export type Grading =
  /** The sum of the section lies in a band. */
  { by: 'bands'; bands: readonly Band[] } | { by: 'cases'; cases: readonly Case[] }

export interface Section {
  key: string
  name: string
  hint?: string
  direction: Direction
  items: readonly Item[]
  /** Sections of some kinds have a level of their own; `names` says it in words, worst last. */
  grading?: Grading & { names: readonly Level[]; rules?: readonly Rule[] }
  /** Of risk sheets: the harm this section is about, and what is done against it. */
  harm?: HarmKey
  measures?: readonly string[]
  proposes?: readonly Proposal[]
}

export type Preliminary =
  /** The sum of all items lies in a band. */
  | { by: 'total'; direction: Direction; bands: readonly Band[] }
  /** From the levels of the sections, as a table. */
  | { by: 'cases'; cases: readonly Case[] }
  /** The worst section is the level of the whole. */
  | { by: 'worst' }

/** A fact beside the items that can raise a level: a diagnosis, falls of the last 30 days, a coma. */
export interface Input {
  key: string
  name: string
  /** Where the standard asks for it: A.2.14.1. */
  source: string
  /** Asked together under one heading: 近30天内照护风险事件. */
  group?: string
  /** The mildest first. An input that may stay away (the result of another scale) is not asked. */
  options: readonly { value: number; text: string }[]
  /** Not asked: the level that the newest finished assessment of another kind came to. */
  fromKind?: string
  /** Not asked: read from a form, where the field has this value (or, without one, the value itself). */
  fromField?: { field: string; value?: number }
}

export type FieldType = 'text' | 'longText' | 'date' | 'number' | 'one' | 'many' | 'idCard' | 'phone' | 'table'

export interface FieldOption {
  value: number
  text: string
  icd10?: string
  /** A further choice below it. */
  parts?: readonly string[]
  /** Goes with a text of its own. */
  withText?: true
}

export interface Field {
  /** As the standard counts: A.2.3. Unique within a kind. */
  key: string
  name: string
  type: FieldType
  required?: true
  options?: readonly FieldOption[]
  /** Nothing else may stand beside this value (无). */
  exclusive?: number
  min?: number
  max?: number
  unit?: string
  /** What a text beside the choice is about: 部位. */
  textName?: string
  columns?: readonly { key: string; name: string }[]
  /** What the product knows by itself and fills in. */
  known?: KnownFact
}

export type KnownFact =
  | 'assessNo'
  | 'assessDate'
  | 'reason'
  | 'name'
  | 'sex'
  | 'birthDate'
  | 'idCard'
  | 'nation'
  | 'religion'
  | 'education'
  | 'living'
  | 'marital'
  | 'medicalPay'
  | 'income'
  | 'height'
  | 'weight'
  | 'bmi'
  | 'informant'
  | 'informantRelation'
  | 'contactName'
  | 'contactPhone'
  | 'socialCard'

/** A table beside the scored items (A.1, A.2 …): recorded, printed, never scored. */
export interface Form {
  key: string
  name: string
  fields: readonly Field[]
}

export type HarmKey =
  | 'choking'
  | 'misIngestion'
  | 'pressureUlcer'
  | 'scald'
  | 'bedFall'
  | 'fall'
  | 'harm'
  | 'wander'
  | 'activityAccident'

export interface Kind {
  key: string
  /** The number on the wire of the four kinds of ability; risk sheets have none. */
  type: number | null
  group: 'ability' | 'risk'
  name: string
  /** The standard as the report heads it: GB/T 42195—2022. */
  standard: string
  /** Title of the printed report. */
  report: string
  /** How many people assess together and sign. */
  assessors: 1 | 2
  /** Until it is assessed again; a house may set its own. */
  againMonths: number
  reasons: readonly { value: number; text: string }[]
  sections: readonly Section[]
  /** The levels of the whole, mildest first. */
  levels: readonly Level[]
  preliminary: Preliminary
  inputs: readonly Input[]
  rules: readonly Rule[]
  /** Whether several raises add up; the standards do not say, so a house may set its own. */
  stacking: 'single' | 'cumulative'
  forms: readonly Form[]
  /** Of a risk sheet about one harm. */
  harm?: HarmKey
  proposes?: readonly Proposal[]
  /** When it is made, in words. */
  occasions?: readonly string[]
  /** Who makes it, in words. */
  who?: string
}

/** Item → key of the option chosen. */
export type Answers = Readonly<Record<string, string>>
/** Input → value. */
export type Inputs = Readonly<Record<string, number>>
export type FieldValue = string | number | readonly number[] | readonly Readonly<Record<string, string>>[]
/** Field → what was filled in; `<field>.text` holds the text beside a choice. */
export type Fields = Readonly<Record<string, FieldValue>>
