// Taking over: everybody who is to be seen at the bed is ticked, then the second signature.
import { Button, Checkbox, Input } from 'antd'
import { useId, useState } from 'react'
import { type HandoverSheetData, handover } from '#contract/nursing/handover'
import { BedPath } from '#web/areas/live/public'
import { usePageState } from '#web/kit/open'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { Note, WalkMarks } from './elders.part.tsx'

interface TakeProps {
  sheet: HandoverSheetData
  open: boolean
  onClose(): void
}

export function TakeDrawer({ sheet, open, onClose }: TakeProps) {
  // Whoever walks from bed to bed finds the ticks again.
  const [walked, setWalked] = usePageState<readonly string[]>(`walked:${sheet.sheetId}:${sheet.version}`, [])
  const [remark, setRemark] = useState('')
  const field = useId()
  const toSee = sheet.elders.filter((one) => one.walk.length > 0)
  const left = toSee.filter((one) => !walked.includes(one.oldmanId)).length
  const act = useAct(handover.calls.take, {
    handles: () => true,
    onDone: () => {
      toast.success('接班完成，交接班已锁定')
      onClose()
    },
  })
  const tick = (oldmanId: string, on: boolean) => {
    act.reset()
    setWalked((now) => (on ? [...now, oldmanId] : now.filter((one) => one !== oldmanId)))
  }
  return (
    <SideDrawer
      open={open}
      title="接班签字"
      about={`${sheet.givenName} 交班`}
      width={720}
      asks={false}
      onClose={onClose}
      foot={
        <DrawerFoot
          note={
            act.error ? (
              <span className="yy-red" role="alert">
                {act.error.message}
              </span>
            ) : left > 0 ? (
              `还有 ${left} 位没有床旁查看；已外出的可以不勾`
            ) : (
              '都看过了，可以签字'
            )
          }
        >
          <Button onClick={onClose}>先不签</Button>
          <Button
            type="primary"
            loading={act.running}
            onClick={() => void act.run({ sheetId: sheet.sheetId, walked: [...walked], remark: remark.trim() || null })}
          >
            确认接班并签字
          </Button>
        </DrawerFoot>
      }
    >
      <p className="yy-second">请和交班护士一起到床旁，看过一位勾一位。签字后这份交接班不能再改，只能补充。</p>
      <ul className="yy-plain-list yy-handover-walk">
        {toSee.map((elder) => (
          <li key={elder.oldmanId}>
            <Checkbox
              checked={walked.includes(elder.oldmanId)}
              onChange={(event) => tick(elder.oldmanId, event.target.checked)}
            >
              <b>{elder.oldmanName}</b>　<BedPath path={elder.bedPath?.split('>').slice(-2).join('>') ?? null} />
            </Checkbox>
            <WalkMarks elder={elder} />
            {(elder.condition || elder.watch) && <Note elder={elder} />}
          </li>
        ))}
      </ul>
      {toSee.length === 0 && <p>这一班没有必须床旁查看的老人。</p>}
      <label htmlFor={field}>接班说明（可不填）</label>
      <Input.TextArea
        id={field}
        value={remark}
        maxLength={200}
        autoSize={{ minRows: 2 }}
        placeholder="如：轮椅实点 14 辆，1 辆在维修间"
        onChange={(event) => setRemark(event.target.value)}
      />
    </SideDrawer>
  )
}
