// Papers of the stock: the slip that both sides sign, and what families are asked to bring.
import { DrugKeepType, DrugSource, DrugStorage, qtyText } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import type { RefillElderData, SlipData, SlipLineData } from '#contract/drug/keepRows'
import { ResidentSex } from '#contract/live/resident'
import { packed } from '#web/areas/drug/drugFace.part'
import { bedPathText } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { reachWords } from './faces.tsx'

const { deposit, handBack } = DrugKeepType.is
const TITLES: Readonly<Record<number, string>> = {
  [deposit]: '药品代管接收单',
  [handBack]: '药品退还单',
  [DrugKeepType.is.loss]: '药品报损单',
  [DrugKeepType.is.found]: '药品盘盈单',
  [DrugKeepType.is.short]: '药品盘亏单',
}

const org = () => useSession.getState().user?.orgInfo.orgName ?? ''

/** 75 片（7 盒 5 片） */
const amountWords = (quantity: number, line: SlipLineData) => {
  const all = `${qtyText(quantity)} ${line.unitName}`
  return line.packFactor > 1 && quantity >= line.packFactor ? `${all}（${packed(quantity, line)}）` : all
}

const slipColumns = (title: string): SheetColumn<SlipLineData>[] => [
  { key: 'no', title: '序号', align: 'center', width: 6, text: (_, index) => index + 1 },
  {
    key: 'drug',
    title: '药品、规格、厂家',
    text: (line) => (
      <>
        {line.highAlert && '★'}
        {line.drugName} {line.spec}
        {line.maker && <small>（{line.maker}）</small>}
      </>
    ),
  },
  { key: 'batch', title: '批号', width: 13, text: (line) => line.batchNo || '未记' },
  { key: 'expiry', title: '有效期至', whole: true, width: 13, text: (line) => line.expiry },
  {
    key: 'quantity',
    title,
    align: 'right',
    width: 17,
    text: (line) => amountWords(Math.abs(line.delta), line),
  },
  { key: 'after', title: '结余', align: 'right', width: 10, text: (line) => `${qtyText(line.after)} ${line.unitName}` },
  { key: 'storage', title: '贮藏', width: 12, text: (line) => DrugStorage.label(line.storage as never).split('（')[0] },
]

/** Asks for the slip as it counts this print: from the second on it says so. */
export async function printSlip(slipId: string): Promise<void> {
  const slip: SlipData = await send(drugKeep.calls.print, { slipId })
  const brought = slip.keepType === deposit
  const back = slip.keepType === handBack
  await printSheet({
    title: `${TITLES[slip.keepType]} ${slip.slipNo}`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={org()}
        title={TITLES[slip.keepType]!}
        sub={`No. ${slip.slipNo}`}
        reprint={slip.prints - 1}
        facts={[
          { label: '老人', value: `${slip.oldmanName}（${ResidentSex.label(slip.sex)}，${slip.age} 岁）` },
          { label: '床位', value: bedPathText(slip.bedPath) },
          { label: '时间', value: slip.at.slice(0, 16) },
          ...(slip.source ? [{ label: '来源', value: DrugSource.label(slip.source) }] : []),
          ...(slip.person
            ? [
                {
                  label: brought ? '送药人' : '领取人',
                  value: `${slip.person}${slip.relation ? `（${slip.relation}）` : ''}`,
                },
              ]
            : []),
          ...(slip.reason ? [{ label: '说明', value: slip.reason }] : []),
        ]}
        signatures={[
          ...(brought ? [{ label: '送药人签字' }] : back ? [{ label: '领取人签字' }] : []),
          { label: brought ? '接收护士' : '经办护士', name: slip.userName },
          slip.witnessName ? { label: '见证人', name: slip.witnessName } : { label: '核对人' },
        ]}
      >
        <SheetTable columns={slipColumns(DrugKeepType.label(slip.keepType))} rows={slip.lines} />
        <p className="note">
          {slip.lines.some((line) => line.highAlert) && '★ 高警示药品，双人核对。'}
          {brought && '原包装接收，按医嘱发放；药品用完前由家属补送，退住时余药退还。'}
          {back && '以上药品已当面点清。'}
        </p>
      </Sheet>
    ),
  })
}

interface BringLine extends Record<string, unknown> {
  elder: RefillElderData
  first: boolean
  line: RefillElderData['lines'][number]
}

/** For the families: by bed, with what to bring and whom to call. */
export async function printRefill(elders: readonly RefillElderData[], days: number): Promise<void> {
  const rows: BringLine[] = elders.flatMap((elder) => elder.lines.map((line, i) => ({ elder, first: i === 0, line })))
  await printSheet({
    title: '补药清单',
    paper: 'A4',
    render: () => (
      <Sheet
        org={org()}
        title="补药清单"
        sub={`备足 ${days} 天，${elders.length} 位老人，${rows.length} 种药`}
        signatures={[{ label: '责任护士' }, { label: '已通知家属' }]}
      >
        <SheetTable<BringLine>
          columns={[
            {
              key: 'bed',
              title: '床位',
              width: 15,
              text: ({ elder, first }) => (first ? bedPathText(elder.bedPath) : ''),
            },
            { key: 'elder', title: '老人', width: 9, text: ({ elder, first }) => (first ? elder.oldmanName : '') },
            { key: 'drug', title: '药品、规格', text: ({ line }) => `${line.drugName} ${line.spec}` },
            {
              key: 'left',
              title: '余量',
              width: 14,
              text: ({ line }) => `${qtyText(line.usable)} ${line.unitName}，${reachWords(line)}`,
            },
            {
              key: 'bring',
              title: '请送来',
              align: 'right',
              width: 10,
              text: ({ line }) => `${line.packs} ${line.packUnit}`,
            },
            {
              key: 'call',
              title: '联系人',
              width: 20,
              text: ({ elder, first }) =>
                first ? [elder.contact, elder.contactRelation, elder.contactPhone].filter(Boolean).join(' ') : '',
            },
            { key: 'told', title: '通知', width: 7, text: () => '□' },
          ]}
          rows={rows}
        />
        <p className="note">请送原包装药品，带处方或医嘱单；有效期在 30 天以上。</p>
      </Sheet>
    ),
  })
}
