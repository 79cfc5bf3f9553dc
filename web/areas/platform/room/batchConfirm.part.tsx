import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { bed } from '#contract/platform/bed'
import { nameRange, namesInWords } from '#contract/platform/placeNames'
import { RoomType, room } from '#contract/platform/room'
import type { CallError } from '#web/kit/callError'
import { department } from '#web/kit/fields/department'
import { areaAny } from '#web/kit/fields/place'
import { openPage } from '#web/kit/open'
import { Facts, KeyFigures, PageCard } from '#web/kit/parts/PageCard'
import { type BatchPlan, type BatchValues, bedsInWords } from './batchPlan.ts'

interface LastLookProps {
  values: BatchValues
  plan: BatchPlan
  failure: CallError | null
  onBack(): void
}

/** Everything once more, in figures. */
export function LastLook({ values, plan, failure, onBack }: LastLookProps) {
  const usual = values.bedCount ?? 0
  const words = plan.exceptions.map((one) => `${one.roomName} ${one.bedCount} 张`)
  return (
    <div className="yy-flex-1 yy-low yy-scroll">
      {failure && (
        <div className="yy-form-refusal" role="alert">
          {failure.message}
          <small>
            什么都没有建立，您填的内容都还在。
            <button type="button" className="yy-link" onClick={onBack}>
              返回修改
            </button>
          </small>
        </div>
      )}
      <KeyFigures
        figures={[
          { label: '房间', value: plan.rooms.length, unit: '间', note: nameRange(plan.roomNames) },
          { label: '床位', value: plan.bedTotal, unit: '张', note: `每间 ${usual} 张：${bedsInWords(plan, usual)}` },
          {
            label: '床位不同的房间',
            value: plan.exceptions.length,
            unit: '间',
            note: words.length > 0 ? namesInWords(words, 4) : '没有例外',
          },
        ]}
      />
      <PageCard title="核对" sub="建立后可以在房间列表、床位列表里逐个修改" style={{ marginTop: 12 }}>
        <Facts
          columns={2}
          facts={[
            { label: '所在区域', value: areaAny.cell(values.area) },
            { label: '所属部门', value: values.deptId ? department.cell(values.deptId) : '不限，全院可见' },
            { label: '房间类型', value: RoomType.label(values.roomType ?? RoomType.is.room) },
            { label: '第一间', value: `${plan.rooms[0]!.name}：${bedsInWords(plan, plan.rooms[0]!.beds)}` },
            {
              label: '最后一间',
              value: `${plan.rooms.at(-1)!.name}：${bedsInWords(plan, plan.rooms.at(-1)!.beds)}`,
            },
            { label: '例外', value: words.length > 0 ? namesInWords(words, 12) : '没有', wide: true },
          ]}
        />
      </PageCard>
    </div>
  )
}

interface FinishedProps {
  made: { rooms: number; beds: number }
  area: string | null
  onAgain(): void
}

export function Finished({ made, area, onAgain }: FinishedProps) {
  const query = area ? { area } : undefined
  return (
    <section className="yy-card yy-batch-done yy-row" role="status">
      <CircleCheck size={40} color="#fff" fill="var(--success)" aria-hidden />
      <h3>
        已建立 {made.rooms} 间房、{made.beds} 张床位
      </h3>
      <p>位置：{areaAny.cell(area)}</p>
      <div className="yy-state-acts yy-flex yy-wrap yy-middle yy-gap-8">
        <Button onClick={() => openPage(room.pages.list.path, query)}>看房间</Button>
        <Button onClick={() => openPage(bed.pages.list.path, query)}>看床位</Button>
        <Button type="primary" onClick={onAgain}>
          再建一批
        </Button>
      </div>
    </section>
  )
}
