// One project of the new plan, decided for this elder: taken or left, how often, and on what ground.
import { Button, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { RegradeChoice, RegradeItem } from '#contract/live/regrade'
import { type FrequencyData, frequencyFault } from '#contract/nursing/frequency'
import { careProject } from '#contract/nursing/project'
import { FrequencyEditor, NEW_FREQUENCY, useHouseShifts } from '#web/areas/nursing/public'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'

/** Which project: one of the list, or one that is to be added. */
export type Chosen = { row: RegradeItem } | { row: null }

interface ChoiceProps {
  chosen: Chosen
  choices: readonly RegradeChoice[]
  /** Projects that stand in the list already. */
  taken: readonly string[]
  running: boolean
  onSave(choices: RegradeChoice[]): void
  onClose(): void
}

export function ChoiceDrawer({ chosen, choices, taken, running, onSave, onClose }: ChoiceProps) {
  const { row } = chosen
  const shifts = useHouseShifts()
  const all = useCall(careProject.calls.list, row ? null : { page: 1, size: 999 })
  const known = choices.find((one) => one.projectId === row?.projectId)
  const [projectId, setProjectId] = useState<string | null>(row?.projectId ?? null)
  const [leave, setLeave] = useState(known?.leave ?? (row ? row.change === 'gone' || row.change === 'left' : false))
  const [frequency, setFrequency] = useState<FrequencyData>(row?.after ?? row?.before ?? NEW_FREQUENCY)
  const [ground, setGround] = useState(known?.ground ?? '')
  const fault = leave ? null : frequencyFault(frequency)
  const open = (all.data?.list ?? []).filter((one) => one.enabled && !taken.includes(one.projectId))
  const name = row?.projectName ?? open.find((one) => one.projectId === projectId)?.projectName ?? '项目'
  const ready = projectId !== null && fault === null && ground.trim() !== ''
  const others = choices.filter((one) => one.projectId !== projectId)
  return (
    <SideDrawer
      open
      title={row ? `${row.projectName}：按这位老人定` : '另加一个项目'}
      width={560}
      onClose={onClose}
      foot={
        <DrawerFoot>
          {known && (
            <Button disabled={running} onClick={() => onSave(others)}>
              恢复为等级套餐
            </Button>
          )}
          <Button
            type="primary"
            loading={running}
            disabled={!ready}
            onClick={() =>
              projectId &&
              onSave([
                ...others,
                { projectId, leave, ground: ground.trim(), ...(!leave && { frequency }) } as RegradeChoice,
              ])
            }
          >
            保存
          </Button>
        </DrawerFoot>
      }
    >
      <div className="yy-stack yy-gap-16">
        {!row && (
          <div className="yy-stack yy-gap-6">
            <span>
              <i className="yy-red yy-upright">* </i>护理项目
            </span>
            <Select<string>
              aria-label="护理项目"
              showSearch={{ optionFilterProp: 'label' }}
              loading={all.isFetching}
              value={projectId}
              placeholder="选择护理项目"
              options={open.map((one) => ({
                value: one.projectId,
                label: `${one.projectName}（${one.minutes} 分钟）`,
              }))}
              onChange={setProjectId}
            />
          </div>
        )}
        {row && (
          <Radio.Group
            aria-label="是否采用"
            value={leave}
            options={[
              { value: false, label: '采用' },
              { value: true, label: row.before ? '取消这个项目' : '不采用' },
            ]}
            onChange={(event) => setLeave(event.target.value as boolean)}
          />
        )}
        {!leave && (
          <div className="yy-stack yy-gap-6">
            <span>频次</span>
            <FrequencyEditor name={name} value={frequency} shifts={shifts} onChange={setFrequency} />
          </div>
        )}
        <div className="yy-stack yy-gap-6">
          <span>
            <i className="yy-red yy-upright">* </i>依据
          </span>
          <Input
            aria-label="依据"
            maxLength={100}
            placeholder="如：可自行翻身（3 分）；家属要求；确诊痴呆"
            value={ground}
            onChange={(event) => setGround(event.target.value)}
          />
        </div>
      </div>
    </SideDrawer>
  )
}
