// The sheet on paper, A4: head and numbers, elders, what the system wrote, things, both signatures, additions below.
import { type HandoverElderData, type HandoverSheetData, HandoverState } from '#contract/nursing/handover'
import { HandoverShift } from '#contract/nursing/handoverShifts'
import { factWords, HandoverNumbers, HandoverWalk } from '#contract/nursing/handoverWords'
import { bedPathText } from '#web/areas/live/public'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { isNoted } from './elders.part.tsx'
import { sectionsOf } from './facts.part.tsx'
import { itemsText } from './forms.tsx'

const room = (path: string | null) => bedPathText(path?.split('>').slice(-2).join('>') ?? null)
const marks = ({ walk, away }: HandoverElderData) =>
  [...walk.map((why) => HandoverWalk.label(why)), away && (away === 'HOSPITAL' ? '住院' : '外出')]
    .filter(Boolean)
    .join('、')
const walked = ({ walk, walkedAt }: HandoverElderData) =>
  walk.length === 0 ? '' : walkedAt ? `✓ ${walkedAt.slice(11, 16)}` : '□'
const signed = (name: string | null, at: string | null) => (name ? `${name} ${at?.slice(5, 16) ?? ''}` : undefined)

export function printHandover(sheet: HandoverSheetData): Promise<void> {
  const title = `${sheet.deptName} ${sheet.day} ${HandoverShift.label(sheet.shift)}交接班`
  const elders = sheet.elders
    .filter((one) => isNoted(one) || one.walk.length > 0)
    .toSorted((a, b) => Number(isNoted(b)) - Number(isNoted(a)))
  const lines = sectionsOf(sheet.facts).flatMap(({ kind, facts }) => facts.map((fact) => ({ kind: kind.label, fact })))
  const added = sheet.entries.filter((one) => one.kind === 'ADDED')
  const given = signed(sheet.givenName, sheet.givenAt)
  const taken = signed(sheet.takenName, sheet.takenAt)
  return printSheet({
    title,
    paper: 'A4',
    render: () => (
      <Sheet
        org={useSession.getState().user?.orgInfo.orgName ?? ''}
        title="护理交接班记录"
        sub={`${sheet.deptName}　${sheet.day} ${HandoverShift.label(sheet.shift)}（${sheet.fromAt.slice(5, 16)} 至 ${sheet.toAt.slice(5, 16)}）${sheet.state === HandoverState.is.DRAFT ? '　草稿，未签字' : ''}`}
        facts={Object.entries(HandoverNumbers.properties).map(([key, { title: label }]) => ({
          label: label!,
          value: `${sheet.numbers[key as keyof HandoverSheetData['numbers']]} 人`,
        }))}
        signatures={[
          { label: '交班人', ...(given && { name: given }) },
          { label: '接班人', ...(taken && { name: taken }) },
        ]}
      >
        <h2>老人交班</h2>
        <SheetTable
          columns={[
            { key: 'who', title: '老人', width: 14, text: (one) => one.oldmanName },
            { key: 'bed', title: '床位', width: 14, text: (one) => room(one.bedPath) },
            { key: 'why', title: '标记', width: 12, text: marks },
            { key: 'condition', title: '情况', text: (one) => one.condition },
            { key: 'done', title: '已做处理', text: (one) => one.done },
            { key: 'watch', title: '下一班注意', text: (one) => one.watch },
            { key: 'walk', title: '床旁', width: 9, whole: true, text: walked },
          ]}
          rows={elders}
        />
        <h2>
          系统记录（{sheet.factsFrom.slice(5, 16)} 至 {sheet.factsTo.slice(5, 16)}）
        </h2>
        <SheetTable
          columns={[
            { key: 'kind', title: '类别', width: 14, text: (one) => one.kind },
            { key: 'who', title: '老人', width: 12, text: (one) => one.fact.oldmanName ?? '公共区域' },
            { key: 'bed', title: '床位', width: 14, text: (one) => room(one.fact.bedPath) },
            { key: 'what', title: '内容', text: (one) => factWords(one.fact) },
          ]}
          rows={lines}
        />
        <h2>物品与交代</h2>
        <p>物品：{itemsText(sheet.items) || '没有清点'}</p>
        <p>设备与环境：{sheet.equipment ?? '无'}</p>
        <p>家属交代：{sheet.family ?? '无'}</p>
        {sheet.remark && <p>其他：{sheet.remark}</p>}
        {added.length > 0 && (
          <>
            <h2>补充记录</h2>
            {added.map((one) => (
              <p key={one.entryId}>
                {one.at.slice(0, 16)} {one.userName}：{one.oldmanName && `${one.oldmanName}，`}
                {one.content}
              </p>
            ))}
          </>
        )}
      </Sheet>
    ),
  })
}
