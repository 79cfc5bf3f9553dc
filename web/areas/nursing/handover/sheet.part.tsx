// One sheet: head and numbers, what the system wrote, elders, things, signatures and additions.
import { Button } from 'antd'
import { ArrowLeft, Printer } from 'lucide-react'
import { useState } from 'react'
import { HandoverEntryKind, type HandoverSheetData, HandoverState, handover } from '#contract/nursing/handover'
import { HandoverShift } from '#contract/nursing/handoverShifts'
import { HandoverNumbers } from '#contract/nursing/handoverWords'
import type { FormRequest } from '#web/kit/form/formOf'
import { FormHost } from '#web/kit/list/ListPage'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { Facts, KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Timeline } from '#web/kit/parts/Timeline'
import { Elders, isNoted } from './elders.part.tsx'
import { FactSections } from './facts.part.tsx'
import { additionForm, contentsForm, itemsText, noteForm } from './forms.tsx'
import { printHandover } from './printHandover.tsx'
import { TakeDrawer } from './take.part.tsx'

const minute = (at: string) => at.slice(5, 16)

const giveSheet = (sheet: HandoverSheetData) => {
  const noted = sheet.elders.filter(isNoted).length
  const waits = sheet.elders.filter((one) => one.focus && !one.condition && !one.watch)
  return confirmCall(handover.calls.give, {
    input: { sheetId: sheet.sheetId, version: sheet.version },
    title: `交班签字：${sheet.deptName} ${sheet.day.slice(5)} ${HandoverShift.label(sheet.shift)}？`,
    effects: [
      `应在 ${sheet.numbers.should} 人，实在 ${sheet.numbers.present} 人；系统记录 ${sheet.facts.length} 条，老人交班 ${noted} 位`,
      '签字后内容固定，不再随记录变化；接班护士签字前可以退回修改',
      ...(waits.length > 0 ? [`重点老人还没有写内容：${waits.map((one) => one.oldmanName).join('、')}`] : []),
    ],
    verb: '签字交班',
    safe: '再看看',
    done: '已交班，请接班护士登录后签字',
  })
}

const sendBack = (sheet: HandoverSheetData) =>
  confirmCall(handover.calls.sendBack, {
    input: (reason) => ({ sheetId: sheet.sheetId, reason }),
    title: sheet.own ? '撤回自己的交班，重新修改？' : `退回给 ${sheet.givenName} 修改？`,
    effects: ['回到草稿，改好后要重新签字', '退回的人、时间和原因会留下'],
    verb: sheet.own ? '撤回修改' : '退回修改',
    safe: '不退回',
    reason: { label: '原因', placeholder: '如：毒麻药数量没写' },
    done: '已退回草稿',
  })

interface HeadProps {
  sheet: HandoverSheetData
  onClose(): void
  onTake(): void
  onForm(form: FormRequest): void
}

function Head({ sheet, onClose, onTake, onForm }: HeadProps) {
  const can = (move: string) => sheet.can.includes(move)
  const remove = async () => {
    const done = await confirmCall(handover.calls.remove, {
      input: { sheetId: sheet.sheetId },
      title: '删除这份交班草稿？',
      effects: ['已写的老人交班和物品清点一起删除，不能撤销', '这一班可以重新开始写'],
      verb: '删除草稿',
      safe: '不删除',
      danger: true,
      done: '草稿已删除',
    })
    if (done) onClose()
  }
  return (
    <div className="yy-row yy-gap-8 yy-wrap">
      <Button icon={<ArrowLeft size={15} aria-hidden />} onClick={onClose}>
        返回各班
      </Button>
      <h2 className="yy-handover-title">
        {sheet.deptName}　{sheet.day} {HandoverShift.label(sheet.shift)}
      </h2>
      <StatusTag option={HandoverState.find(sheet.state)!} />
      <span className="yy-push yy-inline-flex yy-gap-8 yy-wrap">
        {can('remove') && <Button onClick={() => void remove()}>删除草稿</Button>}
        <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printHandover(sheet)}>
          打印交接班
        </Button>
        {can('sendBack') && <Button onClick={() => void sendBack(sheet)}>{sheet.own ? '撤回修改' : '退回修改'}</Button>}
        {can('add') && (
          <Button type="primary" onClick={() => onForm(additionForm(sheet))}>
            补充记录
          </Button>
        )}
        {can('give') && (
          <Button type="primary" onClick={() => void giveSheet(sheet)}>
            交班签字
          </Button>
        )}
        {can('take') && (
          <Button type="primary" onClick={onTake}>
            接班签字
          </Button>
        )}
      </span>
    </div>
  )
}

/** Who is to do what next. */
function Next({ sheet }: { sheet: HandoverSheetData }) {
  if (sheet.state === HandoverState.is.GIVEN) {
    return (
      <p className="yy-handover-next" role="status">
        {sheet.own
          ? '您已签字交班，请接班护士用自己的账号登录签字。'
          : `${sheet.givenName} 已交班，请床旁查看后签字接班。`}
      </p>
    )
  }
  const returned = sheet.entries.at(-1)
  if (sheet.state === HandoverState.is.DRAFT && returned?.kind === 'RETURNED') {
    return (
      <p className="yy-handover-next is-red" role="status">
        {returned.userName} {minute(returned.at)} 退回：{returned.content}。改好后请重新签字。
      </p>
    )
  }
  return null
}

const LABELS = Object.entries(HandoverNumbers.properties).map(([key, { title }]) => [key, title!] as const)

function Numbers({ sheet }: { sheet: HandoverSheetData }) {
  return (
    <KeyFigures
      figures={LABELS.map(([key, label]) => ({
        label,
        value: sheet.numbers[key as keyof HandoverSheetData['numbers']],
        unit: '人',
      }))}
    />
  )
}

function Contents({ sheet }: { sheet: HandoverSheetData }) {
  return (
    <Facts
      columns={1}
      facts={[
        { label: '物品清点', value: itemsText(sheet.items) || '没有清点' },
        { label: '设备与环境', value: sheet.equipment ?? '—' },
        { label: '家属交代', value: sheet.family ?? '—' },
        { label: '其他', value: sheet.remark ?? '—' },
      ]}
    />
  )
}

interface HandoverSheetProps {
  sheetId: string
  onClose(): void
}

export function HandoverSheet({ sheetId, onClose }: HandoverSheetProps) {
  const [form, setForm] = useState<FormRequest | null>(null)
  const [taking, setTaking] = useState(false)
  const { data: sheet, state } = useLoaded(
    handover.calls.get,
    { sheetId },
    {
      what: '交接班',
      lines: 10,
      refetchInterval: 60_000,
      none: (
        <Empty
          title="没有这份交接班"
          text="草稿可能已被删除，或不在您的数据范围内。"
          acts={<Button onClick={onClose}>返回各班</Button>}
        />
      ),
    },
  )
  if (!sheet) return <section className="yy-card yy-pad-16">{state}</section>
  const writes = sheet.can.includes('edit')
  const period = `${minute(sheet.factsFrom)} 至 ${minute(sheet.factsTo)}`
  return (
    <>
      <Head sheet={sheet} onClose={onClose} onTake={() => setTaking(true)} onForm={setForm} />
      <Next sheet={sheet} />
      <Numbers sheet={sheet} />
      {sheet.state === HandoverState.is.GIVEN && (
        <PageCard title="交班后新发生" sub={`${minute(sheet.factsTo)} 以后，不在交班内容里`}>
          {sheet.later.length === 0 ? (
            <p className="yy-second yy-no-margin">没有新的情况。</p>
          ) : (
            <FactSections facts={sheet.later} />
          )}
        </PageCard>
      )}
      <PageCard title="老人交班" sub={writes ? '特级、一级、新入、高风险和重点老人由接班护士床旁查看' : undefined}>
        <Elders elders={sheet.elders} onWrite={writes ? (elder) => setForm(noteForm(sheet, elder)) : undefined} />
      </PageCard>
      <PageCard
        title="系统记录"
        sub={`${period}，${sheet.state === HandoverState.is.DRAFT ? '随记录变化，签字时固定' : '签字时的内容'}`}
      >
        {sheet.facts.length === 0 ? (
          <p className="yy-second yy-no-margin">这段时间没有特别的记录。</p>
        ) : (
          <FactSections facts={sheet.facts} />
        )}
      </PageCard>
      <PageCard
        title="物品、设备与家属交代"
        extra={writes && <Button onClick={() => setForm(contentsForm(sheet))}>填写物品和交代</Button>}
      >
        <Contents sheet={sheet} />
      </PageCard>
      {sheet.entries.length > 0 && (
        <PageCard title="签字与补充">
          <Timeline
            entries={sheet.entries.map((entry) => ({
              key: entry.entryId,
              family: HandoverEntryKind.find(entry.kind)!.family!,
              kind: HandoverEntryKind.label(entry.kind),
              time: entry.at.slice(0, 16),
              who: entry.userName,
              text: [entry.oldmanName, entry.content].filter(Boolean).join('：') || '—',
            }))}
          />
        </PageCard>
      )}
      <FormHost form={form} onClose={() => setForm(null)} />
      <TakeDrawer sheet={sheet} open={taking} onClose={() => setTaking(false)} />
    </>
  )
}
