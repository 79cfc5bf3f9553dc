// Forms of a sheet: a note about one elder, things and words, an addition.
import { Button, Input, InputNumber } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import {
  type HandoverElderData,
  type HandoverItemData,
  type HandoverSheetData,
  handover,
} from '#contract/nursing/handover'
import { factWords } from '#contract/nursing/handoverWords'
import { bedPathText } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import type { Field, InputProps } from '#web/kit/fields/field'
import { yesNo } from '#web/kit/fields/option'
import { longText, text } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'

export const itemText = ({ name, count, remark }: HandoverItemData) =>
  `${name} ${count}${remark ? `（${remark}）` : ''}`
export const itemsText = (items: readonly HandoverItemData[]) => items.map(itemText).join('，')

function Items({ value, onChange, disabled }: InputProps<HandoverItemData[]>) {
  const items = value ?? []
  const change = (at: number, part: Partial<HandoverItemData>) =>
    onChange?.(items.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <div className="yy-stack yy-gap-8">
      {items.map((one, at) => (
        <div key={at} className="yy-handover-item">
          <Input
            aria-label={`物品 ${at + 1}`}
            value={one.name}
            maxLength={20}
            disabled={disabled}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <InputNumber<number>
            aria-label={`${one.name || '物品'}的数量`}
            min={0}
            max={9999}
            precision={0}
            value={one.count}
            disabled={disabled}
            onChange={(count) => change(at, { count: count ?? 0 })}
          />
          <Input
            aria-label={`${one.name || '物品'}的说明`}
            placeholder="如：1 把在维修"
            value={one.remark ?? ''}
            maxLength={100}
            disabled={disabled}
            onChange={(event) => change(at, { remark: event.target.value || null })}
          />
          <Button
            aria-label={`去掉${one.name || '这一行'}`}
            icon={<Trash2 size={15} aria-hidden />}
            disabled={disabled}
            onClick={() => onChange?.(items.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <span>
        <Button
          icon={<Plus size={15} aria-hidden />}
          disabled={disabled || items.length >= 40}
          onClick={() => onChange?.([...items, { name: '', count: 0, remark: null }])}
        >
          加一种物品
        </Button>
      </span>
    </div>
  )
}

const itemsField: Field<HandoverItemData[]> = {
  ...(text as unknown as Field<HandoverItemData[]>),
  untitled: true,
  cell: (items) => itemsText(items ?? []),
  text: (items) => itemsText(items ?? []),
  input: (props) => <Items {...props} />,
}

export const contentsForm = (sheet: HandoverSheetData): FormRequest =>
  editOf(handover.calls.save, sheet, {
    title: '物品、设备与家属交代',
    verb: '保存',
    width: 720,
    columns: 1,
    fields: {
      items: { as: itemsField as never, title: '物品清点' },
      equipment: { as: longText, placeholder: '如：203 室卫生间灯不亮，已报修' },
      family: { as: longText, placeholder: '如：王秀兰女儿周日来接，要带走冬衣' },
      remark: { as: longText, placeholder: '用药变动、管路、投诉等系统里没有的事' },
    },
    values: ({ items, equipment, family, remark }) => ({ items, equipment, family, remark }),
    also: ({ sheetId, version }) => ({ sheetId, version }),
    again: () => send(handover.calls.get, { sheetId: sheet.sheetId }),
    done: '已保存',
  })

function OwnFacts({ sheet, elder }: { sheet: HandoverSheetData; elder: HandoverElderData }) {
  const own = sheet.facts.filter((fact) => fact.oldmanId === elder.oldmanId)
  if (own.length === 0) return <p className="yy-second">本班系统里没有这位老人的特别记录。</p>
  return (
    <section className="yy-handover-own" aria-label="本班系统记录">
      <b>本班系统记录（签字时自动写入，不用再抄）</b>
      <ul>
        {own.map((fact) => (
          <li key={fact.factId}>{factWords(fact)}</li>
        ))}
      </ul>
    </section>
  )
}

export const noteForm = (sheet: HandoverSheetData, elder: HandoverElderData): FormRequest =>
  editOf(handover.calls.note, elder, {
    title: `${elder.oldmanName}的交班`,
    verb: '保存交班',
    about: [bedPathText(elder.bedPath), elder.levelName].filter(Boolean).join('　'),
    width: 720,
    columns: 1,
    head: <OwnFacts sheet={sheet} elder={elder} />,
    fields: {
      focus: { as: yesNo, hint: '重点老人排在前面，接班护士要到床旁查看' },
      condition: { as: longText, placeholder: '如：午后精神差，进食约一半' },
      done: { as: longText, placeholder: '如：已测体温、血压，告知宋医生' },
      watch: { as: longText, placeholder: '如：睡前再测体温，夜里多看两次' },
    },
    values: ({ focus, condition, done, watch }) => ({ focus, condition, done, watch }),
    also: ({ oldmanId, version }) => ({ sheetId: sheet.sheetId, oldmanId, version }),
    again: async () => {
      const now = await send(handover.calls.get, { sheetId: sheet.sheetId })
      return now.elders.find((one) => one.oldmanId === elder.oldmanId) ?? elder
    },
    done: `${elder.oldmanName}的交班已保存`,
  })

export const additionForm = (sheet: HandoverSheetData): FormRequest =>
  formOf(handover.calls.add, {
    title: '补充记录',
    verb: '提交补充',
    columns: 1,
    head: <p className="yy-second">两人签字后原来的内容不能改。补充写在下面，带上您的姓名和时间，提交后不能修改。</p>,
    also: { sheetId: sheet.sheetId, oldmanId: null },
    fields: { content: { as: longText, placeholder: '如：交班后家属来电，确认周日接老人外出' } },
    done: '补充已记录',
  })
