// Limits of the house, or of one elder: what holds, who said so, and changing it.
import { Button, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { type VitalLimitData, vital } from '#contract/nursing/vital'
import { boundsFault, LimitPart, limitShape, type VitalBounds } from '#contract/nursing/vitalKinds'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { DetailDrawer } from '#web/kit/parts/DetailDrawer'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

export interface LimitElder {
  oldmanId: string
  oldmanName: string
}

const ENDS = [
  ['redLow', '危急下限（低于）'],
  ['low', '正常下限'],
  ['high', '正常上限'],
  ['redHigh', '危急上限（达到）'],
] as const

const FROM: Readonly<Record<string, string>> = { own: '本人', house: '全院', usual: '默认' }

interface RowProps {
  limit: VitalLimitData
  elder: LimitElder | null
}

function Row({ limit, elder }: RowProps) {
  const may = useMay()(vital.calls.setLimit.needs)
  const [typed, setTyped] = useState<VitalBounds | null>(null)
  const [reason, setReason] = useState('')
  const act = useAct(vital.calls.setLimit, {
    onDone: () => {
      toast.success(`${LimitPart.label(limit.part)}界限已保存，以后录入的按它判断`)
      setTyped(null)
      setReason('')
    },
  })
  const shown = typed ?? limit
  const fault = typed ? boundsFault(limit.part, typed) : null
  const { digits } = limitShape(limit.part)
  const own = elder ? limit.from === 'own' : limit.from === 'house'
  const name = LimitPart.label(limit.part)
  const whose = elder ? { oldmanId: elder.oldmanId } : {}
  // Whose limits differ from everybody's has a reason for it, which the next reader needs.
  const lacks = elder !== null && reason.trim() === ''
  const save = () => act.run({ ...whose, part: limit.part, ...typed!, reason: reason.trim() || null })
  return (
    <tr>
      <th scope="row">{name}</th>
      {ENDS.map(([end, title]) => (
        <td key={end}>
          {may ? (
            <InputNumber<number>
              aria-label={`${name}${title}`}
              className="yy-vital-limit"
              value={shown[end]}
              precision={digits}
              placeholder="不限"
              status={fault ? 'error' : ''}
              onChange={(next) =>
                setTyped({
                  redLow: shown.redLow,
                  low: shown.low,
                  high: shown.high,
                  redHigh: shown.redHigh,
                  [end]: next,
                })
              }
            />
          ) : (
            (shown[end] ?? '—')
          )}
        </td>
      ))}
      <td>
        <span title={limit.reason ?? undefined}>
          {FROM[limit.from]}
          {limit.userName && (
            <small className="yy-second yy-block">
              {limit.userName} {limit.setAt?.slice(0, 10)} {limit.reason}
            </small>
          )}
        </span>
        {typed && (
          <Input
            aria-label={`${name}界限的依据`}
            size="small"
            maxLength={200}
            placeholder={elder ? '依据，如：宋医生医嘱，慢阻肺' : '依据（可不填）'}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {act.error && <small className="yy-red yy-block">{act.error.message}</small>}
        {fault && <small className="yy-red yy-block">{fault}</small>}
        {!fault && typed && lacks && <small className="yy-second yy-block">填写依据后保存</small>}
      </td>
      {may && (
        <td className="yy-one-line">
          {typed && (
            <>
              <Button
                size="small"
                type="primary"
                disabled={fault !== null || lacks}
                loading={act.running}
                onClick={() => void save()}
              >
                保存
              </Button>{' '}
              <Button size="small" onClick={() => setTyped(null)}>
                放弃
              </Button>
            </>
          )}
          {!typed && own && (
            <button
              type="button"
              className="yy-link"
              onClick={() =>
                void confirmCall(vital.calls.setLimit, {
                  title: `${name}恢复默认界限？`,
                  effects: [elder ? `${elder.oldmanName}以后按全院或默认界限判断` : '全院以后按默认界限判断'],
                  verb: '恢复默认',
                  safe: '不恢复',
                  input: { ...whose, part: limit.part, reset: true },
                  done: `${name}已恢复默认`,
                })
              }
            >
              恢复默认
            </button>
          )}
        </td>
      )}
    </tr>
  )
}

interface LimitDrawerProps {
  open: boolean
  /** Null: the whole house. */
  elder: LimitElder | null
  onClose(): void
}

export function LimitDrawer({ open, elder, onClose }: LimitDrawerProps) {
  const may = useMay()(vital.calls.setLimit.needs)
  const house = useCall(vital.calls.limits, open && !elder ? {} : null)
  const own = useCall(vital.calls.elder, open && elder ? { oldmanId: elder.oldmanId } : null, {
    select: (data) => data.limits,
  })
  return (
    <DetailDrawer
      open={open}
      width={960}
      title={elder ? `${elder.oldmanName}的体征界限` : '全院体征界限'}
      of={elder ? own : house}
      what="体征界限"
      onClose={onClose}
    >
      {(limits) => (
        <>
          <p className="yy-second">
            低于正常下限或高于正常上限为“偏离”，30 分钟内复测；低于危急下限或达到危急上限为“危急”，立即通知护士。
            {elder ? '本人界限优先于全院界限，请按医嘱设置。' : '80 岁以上收缩压默认以低于 150 为目标。'}
          </p>
          <table className="yy-plain-table yy-lined yy-vital-limits">
            <thead>
              <tr>
                <th>指标</th>
                {ENDS.map(([end, title]) => (
                  <th key={end}>{title}</th>
                ))}
                <th>来自</th>
                {may && <th>操作</th>}
              </tr>
            </thead>
            <tbody>
              {limits.map((limit) => (
                <Row key={limit.part} limit={limit} elder={elder} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </DetailDrawer>
  )
}
