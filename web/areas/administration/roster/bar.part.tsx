// Above the grid: which month and group, what is dragged into cells, and what can be done with the whole of it.
import { Button, Segmented, Select } from 'antd'
import { ChevronLeft, ChevronRight, Copy, Ellipsis, Printer, TriangleAlert } from 'lucide-react'
import type { PointerEvent } from 'react'
import { type RosterMonthData, rosterNeeds } from '#contract/administration/roster'
import { type Content, sameContent } from '#contract/administration/rosterMonth'
import { classes } from '#web/kit/classes'
import { month as monthField } from '#web/kit/fields/date'
import { MenuButton } from '#web/kit/parts/menu'
import { useMay } from '#web/kit/permission'
import { Chip } from './grid.part.tsx'
import type { RosterPaper } from './printRoster.tsx'
import { faceOf, hoursOf, LEAVE, monthAfter, shiftContent, TRAIN } from './rosterView.ts'

export type View = 'month' | 'week' | 'day'

interface BarProps {
  month: RosterMonthData
  view: View
  brush: Content | null
  gaps: number
  conflicts: number
  drafts: number
  publishing: boolean
  editable: boolean
  onMonth(month: string): void
  onGroup(attendanceGroupPkId: string): void
  onView(view: View): void
  onBrush(content: Content | null): void
  onChipDown(event: PointerEvent, content: Content): void
  onFaults(): void
  onRoll(): void
  onPrint(paper: RosterPaper): void
  onPublish(): void
  onDiscard(): void
  onCopyWeek(): void
  onExport(): void
  onHouse(): void
}

export function RosterBar(props: BarProps) {
  const { month, view, brush, gaps, conflicts, drafts, editable } = props
  const may = useMay()
  // More of them would need a second line; their hours are said under the pointer.
  const roomy = month.palette.length < 3
  const palette: Content[] = [...month.palette.map(shiftContent), LEAVE, TRAIN]
  return (
    <section className="yy-card yy-row yy-wrap yy-gap-8 yy-pad-10-16 yy-fixed" aria-label="排班">
      <span className="yy-row yy-gap-4">
        <Button
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label="上个月"
          onClick={() => props.onMonth(monthAfter(month.month, -1))}
        />
        <span style={{ width: 116 }}>
          {monthField.input({
            value: month.month,
            onChange: (next) => next && props.onMonth(next),
            'aria-label': '月份',
          })}
        </span>
        <Button
          icon={<ChevronRight size={16} aria-hidden />}
          aria-label="下个月"
          onClick={() => props.onMonth(monthAfter(month.month, 1))}
        />
      </span>
      <Select
        aria-label="考勤组"
        style={{ width: 190 }}
        value={month.attendanceGroupPkId}
        placeholder="没有排班的考勤组"
        options={month.groups.map((one) => ({
          value: one.attendanceGroupPkId,
          label: `${one.name}　${one.people} 人`,
        }))}
        onChange={props.onGroup}
      />
      <Segmented<View>
        aria-label="看多长"
        value={view}
        options={[
          { value: 'month', label: '月' },
          { value: 'week', label: '周' },
          { value: 'day', label: '日' },
        ]}
        onChange={props.onView}
      />
      {editable && (
        <span className="yy-row yy-gap-6 yy-ros-palette" role="group" aria-label="拖到格子">
          <span className="yy-second yy-one-line">拖到格子：</span>
          {palette.map((content, i) => {
            const face = faceOf(content, month)
            if (!face) return null
            const shift = month.shifts.find((one) => one.shiftPkId === content.shiftPkId)
            const chosen = brush !== null && sameContent(brush, content)
            const key = shift ? String(i + 1) : content.kind === 'LEAVE' ? 'L' : 'T'
            return (
              <button
                key={content.shiftPkId ?? content.kind}
                type="button"
                aria-pressed={chosen}
                aria-label={`${face.words}，按住拖到格子，或点一下再涂`}
                title={`${face.words}${shift ? ` ${hoursOf(shift)}` : ''}：按住拖到格子；点一下可连续涂；键盘 ${key}`}
                className={classes('yy-bare yy-row yy-gap-6 yy-ring yy-round yy-ros-brush', chosen && 'is-chosen')}
                onPointerDown={(event) => props.onChipDown(event, content)}
                onClick={() => props.onBrush(chosen ? null : content)}
              >
                <Chip face={{ ...face, night: false }} />
                {shift && roomy && <span className="yy-ros-hours yy-one-line">{hoursOf(shift)}</span>}
              </button>
            )
          })}
          <span className="yy-second yy-one-line yy-ros-hours">空 = 休</span>
        </span>
      )}
      <span className="yy-row yy-wrap yy-gap-8 yy-push">
        {gaps + conflicts > 0 && (
          <button
            type="button"
            className="yy-bare yy-row yy-gap-6 yy-red yy-strong yy-ring yy-round yy-one-line"
            onClick={props.onFaults}
          >
            <TriangleAlert size={16} aria-hidden />
            缺口 {gaps} 班　冲突 {conflicts}
          </button>
        )}
        {editable && (
          <Button icon={<Copy size={15} aria-hidden />} onClick={props.onRoll}>
            按规律生成
          </Button>
        )}
        <MenuButton
          className="yy-ros-menu yy-inline yy-gap-6 yy-white yy-round yy-press yy-ring"
          menu={() => ({
            items: [
              { key: 'A4', label: '打印 A4 横向', onClick: () => props.onPrint('A4') },
              { key: 'A3', label: '打印 A3 横向', onClick: () => props.onPrint('A3') },
              { type: 'divider' },
              { key: 'excel', label: '导出 Excel', onClick: props.onExport },
            ],
          })}
        >
          <Printer size={15} aria-hidden />
          打印
        </MenuButton>
        {(editable || may(rosterNeeds.setting)) && (
          <MenuButton
            aria-label="更多"
            className="yy-ros-menu yy-inline yy-gap-6 yy-white yy-round yy-press yy-ring"
            menu={() => ({
              items: [
                ...(editable ? [{ key: 'week', label: '复制一周…', onClick: props.onCopyWeek }] : []),
                ...(may(rosterNeeds.setting)
                  ? [{ key: 'house', label: '规则、规律与用人要求…', onClick: props.onHouse }]
                  : []),
                ...(editable && drafts > 0
                  ? [
                      { type: 'divider' as const },
                      { key: 'discard', label: `放弃草稿 ${drafts} 处…`, danger: true, onClick: props.onDiscard },
                    ]
                  : []),
              ],
            })}
          >
            <Ellipsis size={16} aria-hidden />
          </MenuButton>
        )}
        {may(rosterNeeds.publish) && (
          <Button type="primary" disabled={drafts === 0} loading={props.publishing} onClick={props.onPublish}>
            {drafts === 0 ? '没有改动要发布' : `发布改动 ${drafts} 处`}
          </Button>
        )}
      </span>
    </section>
  )
}
