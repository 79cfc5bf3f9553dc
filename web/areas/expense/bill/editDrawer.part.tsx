// Correcting a draft: every line with its basis, amounts to change, lines to add; beside them what the bill comes to.
import { Button, DatePicker, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { Plus, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type BillDetailData, billing, type LineFormData } from '#contract/expense/bill'
import { capitals, fen, share } from '#contract/kit/money'
import { specText } from '#web/areas/expense/specText'
import { newRequestNo, send } from '#web/kit/call'
import { money, moneyText } from '#web/kit/fields/money'
import { useLoaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { toast } from '#web/kit/toast'
import { periodText } from './billState.ts'
import './bill.css'

interface EditDrawerProps {
  tradeMonthId: string | null
  onClose(): void
  onSaved(): void
}

interface Row extends Omit<LineFormData, 'amountFen' | 'priceFen' | 'quantity'> {
  key: number
  priceFen: number | null
  quantity: number | null
  amountFen: number | null
  basis: string | null
  was: number | null
  period: string
  /** From a charge: the amount belongs to it. */
  fixed: boolean
  /** An agreed fee: left out it stays as a line of nothing. */
  agreed: boolean
  removed: boolean
}

let keys = 0

const rowsOf = (bill: BillDetailData): Row[] =>
  bill.lines.map((line) => ({
    key: ++keys,
    tradeMonthDetailId: line.tradeMonthDetailId,
    name: line.name,
    spec: line.spec,
    unit: line.unit,
    priceFen: line.priceFen,
    quantity: line.quantity,
    amountFen: line.amountFen,
    subsidyFen: line.subsidyFen,
    basis: line.basis,
    was: line.amountFen,
    period: periodText(line.dateFrom, line.dateTo),
    fixed: line.refKind === 'charge',
    agreed: line.refKind === 'month' || line.refKind === 'manual',
    removed: false,
  }))

const fresh = (): Row => ({
  key: ++keys,
  name: '',
  spec: null,
  priceFen: null,
  quantity: 1000,
  amountFen: null,
  basis: null,
  was: null,
  period: '新增',
  fixed: false,
  agreed: false,
  removed: false,
})

const problemOf = (row: Row): string | null => {
  if (row.removed) return null
  if (row.name.trim() === '') return '请填写费用项目'
  if (row.was === null && (row.priceFen === null || row.priceFen === 0)) return '请填写单价'
  if (row.was === null && !row.quantity) return '请填写数量'
  return row.was !== null && row.amountFen === null ? '请填写金额' : null
}

const amountOf = (row: Row): number =>
  row.removed
    ? 0
    : row.was === null
      ? row.priceFen !== null && row.quantity
        ? share(fen(row.priceFen), row.quantity, 1000)
        : 0
      : (row.amountFen ?? 0)

const sentOf = (rows: readonly Row[]): LineFormData[] =>
  rows
    .filter((row) => !row.removed)
    .map((row) => ({
      ...(row.tradeMonthDetailId && { tradeMonthDetailId: row.tradeMonthDetailId }),
      name: row.name.trim(),
      spec: row.spec?.trim() || null,
      unit: row.unit ?? null,
      priceFen: fen(row.priceFen ?? 0),
      quantity: row.quantity ?? 1000,
      amountFen: fen(amountOf(row)),
      subsidyFen: fen(row.subsidyFen ?? 0),
    }))

const STILL = 400

interface LineRowProps {
  row: Row
  checked: boolean
  /** What the chosen discount takes off this line; null until it is known. */
  discountFen: number | null
  onChange(next: Partial<Row>): void
}

function LineRow({ row, checked, discountFen, onChange }: LineRowProps) {
  const isNew = row.was === null
  const problem = checked ? problemOf(row) : null
  const changed = !isNew && !row.removed && row.amountFen !== row.was
  return (
    <tr className={row.removed ? 'yy-bill-gone' : changed ? 'yy-bill-changed' : undefined}>
      <td>
        {isNew ? (
          <Input
            value={row.name}
            maxLength={50}
            placeholder="费用项目，如 陪诊"
            aria-label="费用项目"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        ) : (
          <b>{row.name}</b>
        )}
        {!isNew && row.spec && <small>{specText(row.spec)}</small>}
        {problem && (
          <div className="yy-field-problem" role="alert">
            {problem}
          </div>
        )}
      </td>
      <td>{row.period}</td>
      <td className="yy-bill-basis">
        {isNew ? (
          <span className="yy-bill-new yy-row yy-wrap yy-gap-6">
            {money.input({
              value: row.priceFen === null ? null : fen(row.priceFen),
              onChange: (value) => onChange({ priceFen: value }),
              'aria-label': '单价',
              placeholder: '单价，减免填负数',
            })}
            ×
            <InputNumber
              aria-label="数量"
              min={0.001}
              max={100_000}
              value={row.quantity === null ? null : row.quantity / 1000}
              onChange={(value) => onChange({ quantity: value === null ? null : Math.round(value * 1000) })}
            />
          </span>
        ) : (
          row.basis
        )}
      </td>
      <td className="yy-right">
        {row.removed ? (
          <span className="yy-none">{row.agreed ? '本期不收' : '移除'}</span>
        ) : isNew || row.fixed ? (
          moneyText(amountOf(row))
        ) : (
          money.input({
            value: row.amountFen === null ? null : fen(row.amountFen),
            onChange: (value) => onChange({ amountFen: value }),
            'aria-label': `${row.name}金额`,
          })
        )}
        {changed && row.was !== null && <small>原 {moneyText(row.was)}</small>}
      </td>
      <td className="yy-right">
        {row.removed || !discountFen ? <span className="yy-none">—</span> : moneyText(-discountFen)}
      </td>
      <td className="yy-right">
        {!row.removed && <b>{moneyText(amountOf(row) - (discountFen ?? 0) - (row.subsidyFen ?? 0))}</b>}
      </td>
      <td>
        <Button
          type="text"
          size="small"
          icon={row.removed ? <Undo2 size={15} aria-hidden /> : <Trash2 size={15} aria-hidden />}
          aria-label={row.removed ? `恢复${row.name}` : `移除${row.name}`}
          title={row.removed ? '恢复' : row.agreed ? '本期不收' : '移除'}
          onClick={() => onChange({ removed: !row.removed })}
        />
      </td>
    </tr>
  )
}

interface Preview {
  totalFen: number
  discountFen: number
  subsidyFen: number
  receivableFen: number
  /** In the order of the lines that stay. */
  lineDiscounts: readonly number[]
  ruleNames: string
}

function Editor({ bill, onClose, onSaved }: { bill: BillDetailData; onClose(): void; onSaved(): void }) {
  const [rows, setRows] = useState(() => rowsOf(bill))
  const [rule, setRule] = useState<string>(() => (bill.ruleName ? 'AUTO' : 'NONE'))
  const [dueDate, setDueDate] = useState(bill.dueDate)
  const [remark, setRemark] = useState(bill.remark ?? '')
  const [checked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [rules, setRules] = useState<{ setId: string; name: string; words: string }[]>([])
  const [preview, setPreview] = useState<Preview | null>(null)
  const requestNo = useRef(newRequestNo())
  const lines = useMemo(() => (rows.some(problemOf) ? null : sentOf(rows)), [rows])
  const asked = useMemo(
    () => (lines && lines.length > 0 ? { tradeMonthId: bill.tradeMonthId, lines, rule } : null),
    [lines, rule, bill.tradeMonthId],
  )
  useEffect(() => {
    if (!asked) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      send(billing.calls.editPreview, asked, { silent: true, signal: stop.signal, handles: () => true })
        .then((answer) => {
          setPreview(answer)
          setRules(answer.rules)
          setProblem(null)
        })
        .catch((error: Error) => stop.signal.aborted || setProblem(error.message))
    }, STILL)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked])
  const change = (key: number, next: Partial<Row>) => {
    const row = rows.find((one) => one.key === key)!
    // A new line that is taken away again leaves nothing.
    if (next.removed && row.was === null) setRows(rows.filter((one) => one.key !== key))
    else setRows(rows.map((one) => (one.key === key ? { ...one, ...next } : one)))
  }
  const save = async () => {
    setChecked(true)
    if (rows.some(problemOf)) return
    if (!lines || lines.length === 0) return setProblem('账单至少保留一条明细；整张不要，请删除账单')
    setSaving(true)
    setProblem(null)
    try {
      const moved = dueDate !== bill.dueDate
      await send(
        billing.calls.edit,
        {
          tradeMonthId: bill.tradeMonthId,
          version: bill.version,
          lines,
          rule,
          remark: remark.trim() || null,
          ...(moved && { dueDate }),
        },
        { requestNo: requestNo.current, handles: () => true, loading: true },
      )
      toast.success(`账单 ${bill.billNo} 已修改`)
      onSaved()
      onClose()
    } catch (error) {
      requestNo.current = newRequestNo()
      setProblem((error as Error).message)
    } finally {
      setSaving(false)
    }
  }
  const kept = rows.filter((row) => !row.removed)
  const total = preview?.totalFen ?? rows.reduce((sum, row) => sum + amountOf(row), 0)
  const receivable = preview?.receivableFen ?? total - (bill.discountFen ?? 0) - (bill.subsidyFen ?? 0)
  return (
    <>
      <div className="yy-bill-edit yy-grid yy-gap-12">
        <table className="yy-bill-lines yy-lined yy-plain-table">
          <thead>
            <tr>
              <th>费用项目</th>
              <th>计费期间</th>
              <th>依据</th>
              <th className="yy-right">金额（元）</th>
              <th className="yy-right">优惠</th>
              <th className="yy-right">应收</th>
              <th aria-label="操作" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <LineRow
                key={row.key}
                row={row}
                checked={checked}
                discountFen={preview?.lineDiscounts[kept.indexOf(row)] ?? null}
                onChange={(next) => change(row.key, next)}
              />
            ))}
          </tbody>
        </table>
        <Button type="dashed" icon={<Plus size={15} aria-hidden />} onClick={() => setRows([...rows, fresh()])}>
          增加一行费用或减免
        </Button>
        <div className="yy-bill-fields yy-below-12 yy-row yy-wrap">
          <div className="yy-bill-field yy-row yy-gap-8">
            优惠
            <Select
              value={rule}
              aria-label="优惠"
              options={[
                { value: 'AUTO', label: '自动选用最优惠的规则' },
                { value: 'NONE', label: '不使用优惠' },
                ...rules.map((one) => ({ value: one.setId, label: `${one.name}（${one.words}）` })),
              ]}
              onChange={setRule}
            />
          </div>
          <div className="yy-bill-field yy-row yy-gap-8">
            到期日
            <DatePicker
              value={dayjs(dueDate)}
              allowClear={false}
              aria-label="到期日"
              minDate={dayjs()}
              onChange={(day) => day && setDueDate(day.format('YYYY-MM-DD'))}
            />
          </div>
          <div className="yy-bill-field yy-row yy-gap-8 yy-bill-remark yy-flex-1 yy-one-line">
            备注
            <Input
              value={remark}
              maxLength={200}
              placeholder="选填，印在账单上"
              onChange={(event) => setRemark(event.target.value)}
            />
          </div>
        </div>
        {problem && (
          <p className="yy-no-margin yy-red" role="alert">
            {problem}
          </p>
        )}
      </div>
      <footer className="yy-bill-foot yy-row yy-ends yy-gap-12">
        <div>
          <span>
            费用 {moneyText(total)}　优惠 {moneyText(-(preview?.discountFen ?? bill.discountFen ?? 0))}　补贴{' '}
            {moneyText(-(preview?.subsidyFen ?? bill.subsidyFen ?? 0))}
            {preview?.ruleNames && `　（${preview.ruleNames}）`}
          </span>
          <b className={receivable < 0 ? 'yy-owed' : undefined}>应收 ¥{moneyText(receivable)}</b>
          <small>{receivable < 0 ? '应收小于零，保存后不能出账' : `大写　${capitals(receivable)}`}</small>
        </div>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" loading={saving} onClick={() => void save()}>
          保存账单
        </Button>
      </footer>
    </>
  )
}

export function EditDrawer({ tradeMonthId, onClose, onSaved }: EditDrawerProps) {
  // The last bill stays while the drawer leaves.
  const [shown, setShown] = useState<string | null>(tradeMonthId)
  if (tradeMonthId && tradeMonthId !== shown) setShown(tradeMonthId)
  const { data, state } = useLoaded(billing.calls.detail, shown && tradeMonthId ? { tradeMonthId: shown } : null, {
    what: '账单',
    lines: 8,
    fresh: true,
    staleTime: 0,
  })
  return (
    <SideDrawer
      open={tradeMonthId !== null}
      width={960}
      title={data ? `修改账单・${data.oldmanName}` : '修改账单'}
      about={data && `${data.month}　${data.billNo}　${data.periodStart} 至 ${data.periodEnd}`}
      onClose={onClose}
      onClosed={() => setShown(null)}
    >
      {data ? (
        <Editor key={`${data.tradeMonthId}:${data.version}`} bill={data} onClose={onClose} onSaved={onSaved} />
      ) : (
        state
      )}
    </SideDrawer>
  )
}
