// Applying for an outing, and changing the application before the resident leaves.

import { type OutingData, outing } from '#contract/live/outing'
import { IN_HOUSE } from '#contract/live/resident'
import { residentOf } from '#web/areas/live/residentPick.part'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { yesNo } from '#web/kit/fields/option'
import { phone } from '#web/kit/fields/phone'
import { longText, suggesting } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FieldSpecs, Section, Values } from '#web/kit/form/SchemaForm'
import { OutingHead } from './marks.part.tsx'
import { companionOf, drugProblem, lengthOf, medicines, ResidentNote, returnAfter } from './planFields.part.tsx'
import { hoursBetween, nextQuarter } from './times.ts'

const { register, edit } = outing.calls
type Body = typeof register.body | typeof edit.body

export const inHouse = residentOf({ statuses: IN_HOUSE })
const PLACES = ['家中', '儿子家', '女儿家', '市第六人民医院', '区中心医院']
/** A day away or more: the kitchen counts on it. */
const STOP_MEALS = 20

export const shared = (oldmanId?: string): FieldSpecs<typeof register.body> => ({
  outType: { as: dictionaryOf('outingType') },
  destination: { as: suggesting(PLACES), placeholder: '如：浦东新区女儿家' },
  planOut: { as: datetime },
  planReturn: {
    as: returnAfter('planOut'),
    check: (value, values) =>
      value && values.planOut && value <= String(values.planOut) ? '应晚于计划外出时间' : null,
  },
  reason: { as: longText, wide: true, placeholder: '如：回家过生日、心内科复诊' },
  companion: { as: companionOf(oldmanId), wide: true, placeholder: '姓名' },
  companionRelation: { as: dictionaryOf('relationToElder') },
  companionPhone: { as: phone, placeholder: '外出期间能打通的电话' },
  mealStop: { as: yesNo, hint: '外出一天以上请停餐' },
  medicines: { as: medicines, title: '随身药品', wide: true, check: drugProblem },
})

const SECTIONS: readonly Section<Body>[] = [
  { title: '时间与去向', fields: ['outType', 'destination', 'planOut', 'planReturn', 'reason'] },
  { title: '陪同人', fields: ['companion', 'companionRelation', 'companionPhone'] },
  { title: '药品与用餐', fields: ['medicines', 'mealStop'] },
]

/** A return before the leaving cannot stay; a long outing stops the meals unless somebody said otherwise. */
function follow(changed: Values, all: Values): Values | undefined {
  const [from, to] = [all.planOut as string | null, all.planReturn as string | null]
  if ('planOut' in changed && from && to && to <= from) return { planReturn: null }
  if (!('planReturn' in changed || 'planOut' in changed) || !from || !to) return undefined
  return all.mealStop === null || all.mealStop === undefined
    ? { mealStop: hoursBetween(from, to) >= STOP_MEALS }
    : undefined
}

const result = (values: Values) => {
  const [from, to] = [values.planOut as string | null, values.planReturn as string | null]
  if (!from || !to || to <= from) return null
  return (
    <>
      共外出 <b>{lengthOf(hoursBetween(from, to))}</b>，{to.slice(0, 16)} 前返回
    </>
  )
}

interface RegisterProps {
  open: boolean
  /** Known where the form is opened from a resident. */
  oldmanId?: string | undefined
  onClose(): void
  onDone?: ((row: OutingData) => void) | undefined
}

export function RegisterDrawer({ open, oldmanId, onClose, onDone }: RegisterProps) {
  return (
    <FormDrawer
      open={open}
      call={register}
      title="登记外出"
      verb="提交登记"
      width={720}
      draft={oldmanId ? `${register.key}:${oldmanId}` : register.key}
      initial={{ ...(oldmanId && { oldmanId }), planOut: nextQuarter() }}
      fields={{
        oldmanId: { as: inHouse, title: '外出的老人', wide: true, hint: <ResidentNote /> },
        ...shared(),
      }}
      sections={[{ title: '谁外出', fields: ['oldmanId'] }, ...SECTIONS] as readonly Section<typeof register.body>[]}
      follow={follow}
      result={result}
      done="外出已登记"
      touches={[outing, { area: 'live', name: 'residence' }]}
      onDone={(data) => onDone?.(data)}
      onClose={onClose}
    />
  )
}

const valuesOf = (row: OutingData) => ({
  outType: row.outType,
  destination: row.destination,
  planOut: row.planOut,
  planReturn: row.planReturn,
  reason: row.reason,
  companion: row.companion,
  companionRelation: row.companionRelation,
  companionPhone: row.companionPhone,
  mealStop: row.mealStop,
  medicines: row.medicines,
})

interface EditProps {
  open: boolean
  row: OutingData
  onClose(): void
}

export function EditDrawer({ open, row, onClose }: EditProps) {
  return (
    <FormDrawer
      open={open}
      call={edit}
      title={row.phase === 'declined' ? `重新提交外出申请・${row.oldmanName}` : `修改外出申请・${row.oldmanName}`}
      verb={row.phase === 'declined' ? '重新提交' : '保存修改'}
      width={720}
      initial={valuesOf(row)}
      also={{ outId: row.outId, version: row.version }}
      reload={async () => {
        const now = await send(outing.calls.detail, { outId: row.outId })
        return { values: valuesOf(now), also: { version: now.version } }
      }}
      head={
        <>
          <OutingHead row={row} />
          {row.auditRemark && row.phase === 'declined' && (
            <div className="yy-told yy-pad-12 yy-amber yy-round-card yy-below-16">
              上次被拒绝：<b className="yy-strong">{row.auditRemark}</b>
            </div>
          )}
        </>
      }
      fields={shared(row.oldmanId) as FieldSpecs<typeof edit.body>}
      sections={SECTIONS as readonly Section<typeof edit.body>[]}
      follow={follow}
      result={result}
      done="外出申请已保存"
      onClose={onClose}
    />
  )
}
