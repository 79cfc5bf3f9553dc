// The list of a round on paper, by bed, with a box for each nurse; and the slip of what goes along on an outing.
import type { DrugRoundData } from '#contract/drug/roundAnswer'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { DrugRoute, TAKE_CODES } from '#contract/drug/useWords'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import type { Card, CardTake } from './roundView.ts'

interface Line {
  card: Card
  first: boolean
  one: CardTake
}

export const linesOf = (cards: readonly Card[]): Line[] =>
  cards.flatMap((card) => card.takes.map((one, at) => ({ card, first: at === 0, one })))

export const listColumns: SheetColumn<Line>[] = [
  { key: 'bed', title: '床号', width: 10, whole: true, text: ({ card, first }) => (first ? card.bed : '') },
  {
    key: 'name',
    title: '姓名',
    width: 11,
    whole: true,
    text: ({ card, first }) => (first ? card.elder.oldmanName : ''),
  },
  {
    key: 'drug',
    title: '药品 规格',
    text: ({ one: { take } }) => `${take.highAlert ? '▲' : ''}${take.drugName} ${take.spec}`,
  },
  { key: 'dose', title: '量', width: 11, whole: true, text: ({ one: { take } }) => take.doseText },
  {
    key: 'how',
    title: '途径',
    width: 15,
    text: ({ one: { take } }) => [DrugRoute.label(take.route), take.giveHow].filter(Boolean).join('，'),
  },
  { key: 'given', title: '发', width: 8, align: 'center', text: ({ one: { take } }) => TAKE_CODES[take.state] },
  { key: 'checked', title: '核', width: 8, align: 'center', text: ({ one: { take } }) => (take.checkedBy ? '√' : '') },
]

export async function printRound(
  cards: readonly Card[],
  round: DrugRoundData,
  title: string,
  place: string,
): Promise<void> {
  const user = useSession.getState().user
  const lines = linesOf(cards)
  await printSheet({
    title: `${title}发药单 ${round.day}`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={user?.orgInfo.orgName ?? ''}
        title={`${title}发药单`}
        sub={`${round.slot ?? round.day}　${place}　${cards.length} 人 ${lines.length} 份　▲ 高警示`}
        signatures={[{ label: '摆药' }, { label: '核对' }, { label: '发药' }]}
      >
        <SheetTable columns={listColumns} rows={lines} />
      </Sheet>
    ),
  })
}

const ALONG: SheetColumn<DrugTakeData>[] = [
  { key: 'time', title: '服药时间', width: 20, whole: true, text: (one) => one.planTime.slice(5, 16) },
  { key: 'drug', title: '药品 规格', text: (one) => `${one.highAlert ? '▲' : ''}${one.drugName} ${one.spec}` },
  { key: 'dose', title: '每次', width: 14, whole: true, text: (one) => one.doseText },
  {
    key: 'how',
    title: '用法',
    width: 18,
    text: (one) => [DrugRoute.label(one.route), one.giveHow].filter(Boolean).join('，'),
  },
  { key: 'given', title: '已服', width: 8, text: () => '' },
]

export async function printAlong(
  card: Card,
  takes: readonly DrugTakeData[],
  outing: { from: string; until: string } | null,
): Promise<void> {
  const user = useSession.getState().user
  await printSheet({
    title: `外出带药单 ${card.elder.oldmanName}`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={user?.orgInfo.orgName ?? ''}
        title="外出带药单"
        sub="一式两份，家属和护理站各一份。剩余药品带回时交护士核对。"
        facts={[
          { label: '老人', value: `${card.elder.oldmanName} ${card.bed}` },
          { label: '外出', value: outing ? `${outing.from.slice(0, 16)} 至 ${outing.until.slice(0, 16)}` : '—' },
          { label: '过敏', value: card.elder.allergies.join('、') || '无' },
        ]}
        signatures={[
          { label: '点药', name: takes[0]?.setOutName ?? '' },
          { label: '核对', name: takes[0]?.checkedName ?? '' },
          { label: '家属签收' },
        ]}
      >
        <SheetTable columns={ALONG} rows={takes} />
      </Sheet>
    ),
  })
}
