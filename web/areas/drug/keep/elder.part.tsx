// What is kept for one elder: each drug with how far it goes, its batches and what happened to them, and the acts.
import { Button } from 'antd'
import { ChevronDown, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { drugDict } from '#contract/drug/dict'
import { DrugExpiryState, DrugKeepType, qtyText } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import type { KeepDrugData, KeepElderData, KeepLineData, SlipData } from '#contract/drug/keepRows'
import { DrugFace } from '#web/areas/drug/drugFace.part'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import type { FormRequest } from '#web/kit/form/formOf'
import { FormHost } from '#web/kit/list/ListPage'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed, useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import type { HeldBatch } from './batchLines.part.tsx'
import { ExpiryText, ReachTag, StockText } from './faces.tsx'
import { countForm, depositForm, leaveForm, type Whose } from './forms.tsx'
import { printSlip } from './print.tsx'

const { handBack, loss } = DrugKeepType.is

const batchesIn = (drug: KeepDrugData): HeldBatch[] =>
  drug.stocks
    .filter((one) => one.quantity > 0)
    .map(({ stockId, batchNo, expiry, quantity }) => ({
      stockId,
      batchNo,
      expiry,
      quantity,
      called: `${drug.drugName} ${drug.spec}`,
      unitName: drug.unitName,
    }))

/** All that lies there, drug by drug. */
async function allBatches(elder: KeepElderData): Promise<HeldBatch[]> {
  const drugs = await Promise.all(
    elder.lines
      .filter((line) => line.quantity > 0)
      .map(({ drugId }) => send(drugKeep.calls.one, { oldmanId: elder.oldmanId, drugId })),
  )
  return drugs.flatMap(batchesIn)
}

interface DrugProps {
  elder: Whose
  drugId: string
  onForm(form: FormRequest): void
  onSlip(slip: SlipData): void
}

function Batches({ drug }: { drug: KeepDrugData }) {
  const may = useMay()
  const shown = drug.stocks.filter((one) => one.quantity > 0)
  if (shown.length === 0) return <p className="yy-second yy-no-margin">没有存药</p>
  return (
    <table className="yy-plain-table yy-lined yy-drug-table">
      <thead>
        <tr>
          {['批号', '有效期至', '开封', '余量', ''].map((title) => (
            <th key={title || 'acts'} aria-label={title || '操作'}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((one) => (
          <tr key={one.stockId}>
            <td>{one.batchNo || '未记'}</td>
            <td>
              <span className="yy-row yy-gap-6 yy-wrap">
                {one.expiry}
                {one.expiryState !== DrugExpiryState.is.FINE && (
                  <StatusTag option={DrugExpiryState.find(one.expiryState)!} />
                )}
                {one.recalled && <StatusTag family="red">召回</StatusTag>}
              </span>
            </td>
            <td>{one.openedOn ? `${one.openedOn}，可用至 ${one.until}` : <span className="yy-none">—</span>}</td>
            <td>
              {qtyText(one.quantity)} {drug.unitName}
            </td>
            <td>
              {drug.openDays !== null && one.openedOn === null && may(drugKeep.calls.opened.needs) && (
                <Button
                  size="small"
                  onClick={() =>
                    void confirmCall(drugKeep.calls.opened, {
                      input: { stockId: one.stockId },
                      title: `登记“${drug.drugName}”批号 ${one.batchNo || '未记'} 今天开封？`,
                      effects: [`从今天起可用 ${drug.openDays} 天，到期不能再发`, '登记后可以再登记，以最后一次为准'],
                      verb: '登记开封',
                      safe: '不登记',
                      done: '已登记开封',
                    })
                  }
                >
                  开封
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Moves({ drug }: { drug: KeepDrugData }) {
  if (drug.moves.length === 0) return null
  return (
    <>
      <h4 className="yy-drug-head">收发记录{drug.moves.length === 100 && '（最近 100 笔）'}</h4>
      <table className="yy-plain-table yy-lined yy-drug-table">
        <thead>
          <tr>
            {['时间', '类型', '批号', '数量', '结余', '经办人', '说明'].map((title) => (
              <th key={title} {...(['数量', '结余'].includes(title) && { className: 'yy-drug-number' })}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drug.moves.map((one) => (
            <tr key={one.moveId}>
              <td>{one.at.slice(0, 16)}</td>
              <td>
                <StatusTag option={DrugKeepType.find(one.keepType)!} />
              </td>
              <td>{one.batchNo || '未记'}</td>
              <td className="yy-drug-number">
                {one.delta > 0 ? '+' : '−'}
                {qtyText(Math.abs(one.delta))}
              </td>
              <td className="yy-drug-number">{qtyText(one.after)}</td>
              <td>{one.userName}</td>
              <td>
                {[one.person, one.reason].filter(Boolean).join('，')}
                {one.slipId && (
                  <button
                    type="button"
                    className="yy-link yy-drug-slip"
                    onClick={() => void printSlip(one.slipId!)}
                    aria-label={`打印单据 ${one.slipNo}`}
                  >
                    <Printer size={14} aria-hidden /> {one.slipNo}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** One drug unfolded. */
function Drug({ elder, drugId, onForm, onSlip }: DrugProps) {
  const { data, state, refetch } = useLoaded(
    drugKeep.calls.one,
    { oldmanId: elder.oldmanId, drugId },
    { what: '存药', lines: 4 },
  )
  useEvent(drugKeep.events.changed, () => void refetch())
  if (!data) return <div className="yy-pad-12-16">{state}</div>
  const batches = batchesIn(data)
  return (
    <div className="yy-drug-inside yy-stack yy-gap-12">
      {data.uses.length > 0 && (
        <p className="yy-no-margin">
          {data.uses.map((use) => (
            <span key={use.useId} className="yy-block">
              {use.words}；{use.startDate} 起{use.endDate ? `，至 ${use.endDate}` : ''}
            </span>
          ))}
        </p>
      )}
      <Batches drug={data} />
      {batches.length > 0 && (
        <span className="yy-row yy-gap-8">
          <Allowed needs={drugKeep.calls.add.needs}>
            <Button onClick={() => onForm(leaveForm(elder, handBack, batches, onSlip))}>退还家属</Button>
            <Button onClick={() => onForm(leaveForm(elder, loss, batches, onSlip))}>报损</Button>
          </Allowed>
        </span>
      )}
      <Moves drug={data} />
    </div>
  )
}

function Line({ line, open, onToggle }: { line: KeepLineData; open: boolean; onToggle(): void }) {
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="yy-drug-line yy-bare yy-wide"
      aria-expanded={open}
      onClick={onToggle}
      aria-label={`${line.drugName} ${line.spec}，${open ? '收起' : '展开'}批号与记录`}
    >
      <Arrow size={16} aria-hidden />
      <DrugFace row={line} />
      <StockText row={line} />
      <span className="yy-second">{line.perDay > 0 ? `每天 ${qtyText(line.perDay)} ${line.unitName}` : ''}</span>
      <span>
        <ReachTag row={line} />
      </span>
      <ExpiryText row={line} />
    </button>
  )
}

interface ElderDrawerProps {
  oldmanId: string | null
  onClose(): void
}

export function ElderDrawer({ oldmanId, onClose }: ElderDrawerProps) {
  const shown = useShown(oldmanId)
  const of = useCall(drugKeep.calls.list, shown ? { oldmanId: shown, page: 1, size: 10 } : null)
  const { refetch } = of
  useEvent(drugKeep.events.changed, () => void refetch())
  const [open, setOpen] = useState<string | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const elder = of.data?.list[0]
  const onSlip = (slip: SlipData) => void printSlip(slip.slipId)
  return (
    <>
      <DetailDrawer
        open={oldmanId !== null && form === null}
        title={elder ? <ResidentCell row={elder} /> : '寄存药品'}
        about={elder && <BedPath path={elder.bedPath} />}
        width={1360}
        of={of}
        what="寄存药品"
        asks={false}
        onClose={onClose}
        foot={
          elder && (
            <DrawerFoot note={elder.lines.length > 0 ? `${elder.lines.length} 种药` : undefined}>
              {elder.lines.some((line) => line.quantity > 0) && (
                <>
                  <Allowed needs={drugKeep.calls.count.needs}>
                    <Button
                      onClick={() => void allBatches(elder).then((batches) => setForm(countForm(elder, batches)))}
                    >
                      盘点
                    </Button>
                  </Allowed>
                  <Allowed needs={drugKeep.calls.add.needs}>
                    <Button
                      onClick={() =>
                        void allBatches(elder).then((batches) => setForm(leaveForm(elder, handBack, batches, onSlip)))
                      }
                    >
                      退还家属
                    </Button>
                  </Allowed>
                </>
              )}
              <Allowed needs={drugKeep.calls.add.needs}>
                <Button type="primary" onClick={() => setForm(depositForm(elder, onSlip))}>
                  药品存入
                </Button>
              </Allowed>
            </DrawerFoot>
          )
        }
      >
        {(page) =>
          !page.list[0] || page.list[0].lines.length === 0 ? (
            <Empty title="没有寄存药品" text="家属送药来时点“药品存入”，按包装登记批号和有效期。" />
          ) : (
            <div className="yy-drug-list">
              {page.list[0].lines.map((line) => (
                <div key={line.drugId} className="yy-drug-item">
                  <Line
                    line={line}
                    open={open === line.drugId}
                    onToggle={() => setOpen(open === line.drugId ? null : line.drugId)}
                  />
                  {open === line.drugId && (
                    <Drug elder={page.list[0]!} drugId={line.drugId} onForm={setForm} onSlip={onSlip} />
                  )}
                </div>
              ))}
            </div>
          )
        }
      </DetailDrawer>
      <FormHost
        form={form && { ...form, props: { ...form.props, touches: [drugDict] } }}
        onClose={() => setForm(null)}
      />
    </>
  )
}
