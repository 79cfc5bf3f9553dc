// The change of level on paper, for the file and for whoever signs by hand.
import type { RegradeData, RegradeItem, RegradeRehearsal } from '#contract/live/regrade'
import { ItemChange, RegradeState } from '#contract/live/regradeWords'
import { frequencyWords } from '#contract/nursing/frequency'
import { pathWords } from '#contract/platform/placeNames'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { difference, money, times } from './words.ts'

const items: SheetColumn<RegradeItem>[] = [
  { key: 'change', title: '变化', width: 9, whole: true, text: (row) => ItemChange.label(row.change) },
  { key: 'name', title: '项目', width: 20, text: (row) => row.projectName },
  { key: 'before', title: '现计划', text: (row) => (row.before ? frequencyWords(row.before) : '—') },
  {
    key: 'after',
    title: '新计划',
    text: (row) => (row.change === 'left' ? '不采用' : row.after ? frequencyWords(row.after) : '—'),
  },
  {
    key: 'times',
    title: '次/日',
    width: 12,
    whole: true,
    text: (row) => `${times(row.timesBefore)} → ${times(row.timesAfter)}`,
  },
  { key: 'ground', title: '依据', width: 20, text: (row) => row.ground },
]

type BillRow = RegradeRehearsal['bills'][number]['rows'][number]
const lines: SheetColumn<BillRow>[] = [
  { key: 'name', title: '费用项目', text: (row) => [row.name, row.basis].filter(Boolean).join('　') },
  { key: 'asIs', title: '现在', width: 16, whole: true, text: (row) => money(row.asIsFen) },
  { key: 'then', title: '批准后', width: 16, whole: true, text: (row) => money(row.assumedFen) },
  { key: 'by', title: '相差', width: 16, whole: true, text: (row) => difference(row.differenceFen) },
]

export async function printRegrade(one: RegradeData, seen: RegradeRehearsal | undefined): Promise<void> {
  const user = useSession.getState().user
  const bill = seen?.bills[0]
  await printSheet({
    title: `等级变更 ${one.oldmanName} ${one.regradeNo}`,
    paper: 'A4',
    render: () => (
      <div className="dense">
        <Sheet
          org={user?.orgInfo.orgName ?? ''}
          title="护理等级变更审批表"
          sub={`${one.regradeNo}　${RegradeState.label(one.state)}`}
          facts={[
            { label: '老人', value: one.oldmanName },
            { label: '床位', value: pathWords(one.bedPath) || '—' },
            { label: '生效日期', value: seen?.effectiveDate ?? one.effectiveDate },
          ]}
          signatures={[
            { label: '提出人', name: one.askedBy ?? '' },
            { label: '审批人', name: one.decidedBy ?? '' },
            { label: '家属' },
          ]}
        >
          <p>
            护理等级：{seen?.level.before?.levelName ?? one.oldLevelName ?? '未定级'} → {one.newLevelName}
          </p>
          <p>
            变更原因：{one.reason}
            {one.current && `　评估：${one.current.assessDate} ${one.current.levelName ?? ''}`}
            {one.informed && `　家属知情：${one.informed}`}
          </p>
          {seen && (
            <>
              <SheetTable columns={items} rows={seen.plan.items} />
              <p>
                每日任务 {seen.tasks.before} → {seen.tasks.after} 项，{seen.tasks.minutesBefore} →{' '}
                {seen.tasks.minutesAfter} 分钟。
              </p>
            </>
          )}
          {bill && bill.assumedFen !== null && (
            <>
              <SheetTable columns={lines} rows={bill.rows} />
              <p>
                {bill.month} 账单应收 {money(bill.asIsFen)} → {money(bill.assumedFen)} 元（
                {difference(bill.differenceFen)}）
              </p>
            </>
          )}
          <p>审批意见：{one.opinion ?? ''}</p>
        </Sheet>
      </div>
    ),
  })
}
