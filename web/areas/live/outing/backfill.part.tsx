// 补录外出: from the paper register at the door, after it happened.
import { outing } from '#contract/live/outing'
import { datetime } from '#web/kit/fields/date'
import { suggesting } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FieldSpecs, Section, Values } from '#web/kit/form/SchemaForm'
import { health, lengthOf, ResidentNote, returnAfter } from './planFields.part.tsx'
import { inHouse, shared } from './planForm.part.tsx'
import { hoursBetween, nowText } from './times.ts'

const { backfill } = outing.calls
type Body = typeof backfill.body

const SOURCES = ['门卫纸质登记本', '护理站纸质登记', '系统停用期间手工登记', '家属事后告知']

const { planOut: _, planReturn: __, ...about } = shared() as FieldSpecs<Body> & Record<'planOut' | 'planReturn', never>

const SECTIONS: readonly Section<Body>[] = [
  { title: '谁外出', fields: ['oldmanId'] },
  {
    title: '时间与去向',
    fields: ['actualOut', 'actualReturn', 'planReturn', 'returnHealth', 'outType', 'destination', 'reason'],
  },
  { title: '陪同人', fields: ['companion', 'companionRelation', 'companionPhone'] },
  { title: '药品与用餐', fields: ['medicines', 'mealStop'] },
  { title: '补录', fields: ['backfillReason'] },
]

const result = (values: Values) => {
  const [from, to] = [values.actualOut as string | null, values.actualReturn as string | null]
  if (!from) return null
  if (!to) return <>还没有返回，保存后显示为“外出中”</>
  return to > from ? (
    <>
      共外出 <b>{lengthOf(hoursBetween(from, to))}</b>，保存后显示为“已返回”
    </>
  ) : null
}

interface BackfillProps {
  open: boolean
  oldmanId?: string | undefined
  onClose(): void
}

export function BackfillDrawer({ open, oldmanId, onClose }: BackfillProps) {
  const today = nowText().slice(0, 10)
  return (
    <FormDrawer
      open={open}
      call={backfill}
      title="补录外出"
      verb="保存补录"
      width={720}
      draft={oldmanId ? `${backfill.key}:${oldmanId}` : backfill.key}
      initial={{ ...(oldmanId && { oldmanId }), backfillReason: SOURCES[0]! }}
      head={
        <p className="yy-person-about">
          只用于已经发生、当时没有登记的外出。不经过审核，单据、列表和打印上会标明“补录”、补录人和时间。
        </p>
      }
      fields={{
        ...about,
        oldmanId: { as: inHouse, title: '外出的老人', wide: true, hint: <ResidentNote past /> },
        actualOut: { as: datetime, props: { to: today }, hint: '按纸质登记填写' },
        actualReturn: {
          as: returnAfter('actualOut'),
          props: { to: today },
          hint: '还没有返回时不填',
          check: (value, values) =>
            value && values.actualOut && value <= String(values.actualOut) ? '应晚于离院时间' : null,
        },
        planReturn: {
          as: datetime,
          hint: '还没有返回时必填；已返回的可不填',
          check: (value, values) => {
            if (!value) return values.actualReturn ? null : '还没有返回的外出，请填写计划返回时间'
            return values.actualOut && value <= String(values.actualOut) ? '应晚于离院时间' : null
          },
        },
        returnHealth: { as: health, wide: true },
        backfillReason: { as: suggesting(SOURCES), title: '补录依据', wide: true },
      }}
      sections={SECTIONS}
      result={result}
      done="外出已补录"
      touches={[outing, { area: 'live', name: 'residence' }]}
      onClose={onClose}
    />
  )
}
