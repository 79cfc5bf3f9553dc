// As needed: who needs it, which of their orders, and why; the rules of the order are asked by the server. Then it is checked
// and given like everything else. Below, what was given and not looked at yet.
import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { drugTake } from '#contract/drug/take'
import { drugUse } from '#contract/drug/use'
import { IN_HOUSE } from '#contract/live/resident'
import { ResidentPicker } from '#web/areas/live/public'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { patchTakes } from './roundLive.ts'
import { clockIn } from './roundView.ts'

function EffectLine({ takeId, words }: { takeId: string; words: string }) {
  const [effect, setEffect] = useState('')
  const save = useAct(drugTake.calls.effect, { onDone: () => void invalidate(drugTake) })
  return (
    <li className="yy-stack yy-gap-4 yy-round-fact">
      <span>{words}</span>
      <span className="yy-row yy-gap-8">
        <Input
          value={effect}
          maxLength={100}
          aria-label="用药效果"
          placeholder="如 疼痛由 5 分降到 2 分"
          onChange={(event) => setEffect(event.target.value)}
        />
        <Button
          disabled={effect.trim() === ''}
          loading={save.running}
          onClick={() => void save.run({ takeId, effect: effect.trim() })}
        >
          记效果
        </Button>
      </span>
      {save.error && <span className="yy-red">{save.error.message}</span>}
    </li>
  )
}

export function NeededDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const [oldmanId, setOldmanId] = useState<string | null>(null)
  const [useId, setUseId] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const orders = useCall(drugUse.calls.list, open && oldmanId ? { oldmanId, needed: true, page: 1, size: 50 } : null)
  const due = useCall(drugTake.calls.list, open ? { effectDue: true, page: 1, size: 20 } : null, { silent: true })
  const give = useAct(drugTake.calls.needed, { onDone: ({ takes }) => patchTakes(takes) })
  const close = () => {
    setOldmanId(null)
    setUseId(null)
    setRemark('')
    give.reset()
    onClose()
  }
  return (
    <SideDrawer open={open} title="必要时用药" asks={false} onClose={close}>
      <div className="yy-stack yy-gap-12">
        <div className="yy-stack yy-gap-4">
          <span>老人</span>
          <ResidentPicker
            statuses={IN_HOUSE}
            value={oldmanId}
            onChange={(next) => {
              setOldmanId(next ?? null)
              setUseId(null)
            }}
            aria-label="老人"
          />
        </div>
        {orders.data && orders.data.list.length === 0 && (
          <span className="yy-second">这位老人没有必要时的医嘱，请先在“用药设置”里按医嘱设好。</span>
        )}
        <Radio.Group
          className="yy-stack yy-gap-8"
          value={useId}
          onChange={(event) => setUseId(event.target.value as string)}
        >
          {orders.data?.list.map((one) => (
            <Radio key={one.useId} value={one.useId}>
              <b>{one.drugName}</b> {one.spec}　{one.doseText}
              <span className="yy-block yy-second">
                {one.neededFor ? `${one.neededFor}；` : ''}
                {one.timesText}；余 {one.stock} {one.unit}
              </span>
            </Radio>
          ))}
        </Radio.Group>
        {useId && (
          <>
            <div className="yy-stack yy-gap-4">
              <span>
                <span className="yy-red">*</span> 为什么需要
              </span>
              <Input
                value={remark}
                maxLength={100}
                aria-label="为什么需要"
                placeholder="如 膝痛 5 分"
                onChange={(event) => setRemark(event.target.value)}
              />
            </div>
            <Button
              type="primary"
              disabled={remark.trim() === ''}
              loading={give.running}
              onClick={async () => {
                if (!(await give.run({ useId, remark: remark.trim() }))) return
                toast.success('已摆药，请另一位护士核对后发给老人')
                close()
              }}
            >
              摆药
            </Button>
          </>
        )}
        {give.error && (
          <span className="yy-red" role="alert">
            {give.error.message}
          </span>
        )}
        {due.data && due.data.list.length > 0 && (
          <section className="yy-stack yy-gap-8">
            <h3 className="yy-heading">待看效果</h3>
            <ul className="yy-plain-list">
              {due.data.list.map((one) => (
                <EffectLine
                  key={one.takeId}
                  takeId={one.takeId}
                  words={`${one.oldmanName} ${clockIn(one.doneAt)} ${one.drugName} ${one.doseText}：${one.remark ?? ''}`}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </SideDrawer>
  )
}
