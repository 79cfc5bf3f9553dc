// The room map knows the bed first: here the drawer asks who is to have it.
import { Button } from 'antd'
import { useState } from 'react'
import { residenceMoves } from '#contract/live/residenceWords'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import type { MoveRequest } from '#web/areas/live/residence/moves.part'
import { residentOf } from '#web/areas/live/residentPick.part'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { moveName } from './moveForm.part.tsx'
import './moves.css'

interface ResidentChoiceProps {
  request: MoveRequest
  open: boolean
  onChoose(oldmanId: string): void
  onClose(): void
}

export function ResidentChoice({ request, open, onChoose, onClose }: ResidentChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const statuses = request.move === 'editLive' ? IN_HOUSE : residenceMoves.moves[request.move].from
  const words = statuses.map((status) => ResidenceStatus.label(status)).join('、')
  return (
    <SideDrawer
      asks={false}
      open={open}
      title={moveName(request.move)}
      onClose={onClose}
      foot={
        <div className="yy-drawer-foot">
          <div />
          <span className="yy-drawer-foot-acts">
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" disabled={!chosen} onClick={() => chosen && onChoose(chosen)}>
              下一步
            </Button>
          </span>
        </div>
      }
    >
      <div className="yy-resident-choice yy-stack yy-gap-8">
        <label className="yy-soft-ink" htmlFor="resident-choice">
          为哪位老人{moveName(request.move)}？
        </label>
        {residentOf({ statuses }).input({ id: 'resident-choice', value: chosen, onChange: setChosen, autoFocus: true })}
        <span className="yy-none">可选：{words}的老人。还没有档案的，请先到“老人档案”新增。</span>
      </div>
    </SideDrawer>
  )
}
