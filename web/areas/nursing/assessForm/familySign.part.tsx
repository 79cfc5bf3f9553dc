// The family read the result later: their name and hand are added, nothing else of a finished assessment changes.
import { Button, Input } from 'antd'
import { useState } from 'react'
import { assessForm } from '#contract/nursing/assessForm'
import { SignPad } from '#web/kit/formSheet/SignPad'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import '#web/kit/formSheet/formSheet.css'

interface FamilySignProps {
  assessmentId: string
  open: boolean
  onClose(): void
  onDone(): void
}

export function FamilySign({ assessmentId, open, onClose, onDone }: FamilySignProps) {
  const [name, setName] = useState('')
  const [hand, setHand] = useState<string | null>(null)
  const act = useAct(assessForm.calls.familySign, {
    handles: () => true,
    onDone: () => {
      toast.success('家属签字已保存')
      onDone()
    },
  })
  return (
    <SideDrawer
      open={open}
      title="补家属签字"
      onClose={onClose}
      foot={
        <DrawerFoot note={act.error && <span className="yy-red">{act.error.message}</span>}>
          <Button
            type="primary"
            loading={act.running}
            disabled={name.trim() === '' || hand === null}
            onClick={() => void act.run({ assessmentId, familyName: name.trim(), familySignature: hand! })}
          >
            保存签字
          </Button>
        </DrawerFoot>
      }
    >
      <div className="yy-stack yy-gap-16">
        <p className="yy-no-margin yy-second">家属看过评估结果和防护措施后签字；评估的其他内容不变。</p>
        <Input
          aria-label="家属姓名"
          placeholder="家属姓名"
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SignPad title="家属" value={hand} onChange={setHand} />
      </div>
    </SideDrawer>
  )
}
