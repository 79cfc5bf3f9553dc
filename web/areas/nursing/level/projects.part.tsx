// All projects of the house by category: which of them a level has, how often, and what that comes to a day.
import { Button, Checkbox, Input } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import {
  type FrequencyData,
  frequencyFault,
  frequencyWords,
  plainFrequency,
  type Shifts,
  timesPerDay,
} from '#contract/nursing/frequency'
import { type LevelPreviewData, type LevelProjectsData, level } from '#contract/nursing/level'
import { minutesPerDay } from '#contract/nursing/levelChange'
import { type CareProjectData, careProject } from '#contract/nursing/project'
import { send } from '#web/kit/call'
import { found, searchText } from '#web/kit/initials'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { LeavingFoot } from '#web/kit/parts/LeavingFoot'
import { useLoaded } from '#web/kit/parts/Loaded'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { FrequencyEditor } from './frequency.part.tsx'
import { NEW_FREQUENCY } from './frequencyEdit.ts'
import { useHouseShifts } from './houseShifts.ts'
import { FirstBefore, firstBefore, merged } from './twoDesks.tsx'
import './level.css'

export type Chosen = ReadonlyMap<string, FrequencyData>

const frequencyOf = ({ unit, times, clocks, days, from, to }: FrequencyData): FrequencyData =>
  plainFrequency({ unit, times, clocks, days, from, to })

const chosenOf = (data: LevelProjectsData): Chosen =>
  new Map(data.projects.map((one) => [one.projectId, frequencyOf(one)]))

/** Two that mean the same are the same. */
export const frequencyText = (one: FrequencyData) => JSON.stringify(frequencyOf(one))

const listOf = (chosen: Chosen) => [...chosen].map(([projectId, one]) => ({ projectId, ...plainFrequency(one) }))
export const chosenText = (chosen: Chosen) =>
  JSON.stringify(listOf(chosen).sort((a, b) => (a.projectId < b.projectId ? -1 : 1)))

const DAYS = 7
const daily = (count: number) => (count / DAYS).toLocaleString('zh-CN', { maximumFractionDigits: 1 })

function effectsOf(seen: LevelPreviewData): string[] {
  const minutes = `每位老人每天固定护理约 ${seen.minutesBefore} → ${seen.minutesAfter} 分钟`
  if (seen.residents === 0) return ['现在没有在住老人是这个等级', minutes]
  const parts = [
    seen.added > 0 && `增加 ${daily(seen.added)} 次`,
    seen.removed > 0 && `减少 ${daily(seen.removed)} 次`,
    seen.moved > 0 && `改时间 ${daily(seen.moved)} 次`,
  ].filter(Boolean)
  const whose = `${seen.residents} 位在住老人是这个等级`
  if (seen.touched === 0) return [`${whose}，他们的任务都不变（没有按这个等级启用计划，或已单独改过）`, minutes]
  const others = seen.residents - seen.touched
  const [today, ...later] = seen.days
  const now = today ? today.added + today.removed + today.moved : 0
  return [
    `${whose}，${seen.touched} 位的任务会变${others > 0 ? `；另 ${others} 位的计划单独改过或没有启用，不变` : ''}`,
    `${later[0]?.day.slice(5)} 至 ${later.at(-1)?.day.slice(5)}，他们的任务平均每天 ${daily(seen.before)} → ${daily(seen.after)} 次${parts.length > 0 ? `（${parts.join('，')}）` : ''}`,
    now > 0 ? `今天还没到时间的任务也跟着变：${now} 次` : '今天的任务不变',
    minutes,
  ]
}

interface LineProps {
  project: CareProjectData
  frequency: FrequencyData | undefined
  shifts: Shifts
  editing: boolean
  mayEdit: boolean
  more: More | undefined
  onToggle(): void
  onEdit(): void
  onChange(value: FrequencyData): void
}

function Line({ project, frequency, shifts, editing, mayEdit, more, onToggle, onEdit, onChange }: LineProps) {
  const { projectId, projectName, minutes, enabled } = project
  const note = frequency && more?.words(projectId)
  const verb = editing ? '收起' : more ? '修改' : '改频次'
  const faulty = frequency !== undefined && frequencyFault(frequency) !== null
  const taken = frequency ? Math.round(timesPerDay(frequency, shifts) * minutes) : 0
  return (
    <li className="yy-care-line">
      <div className="yy-care-cells">
        {mayEdit ? (
          <Checkbox checked={frequency !== undefined} disabled={!enabled && !frequency} onChange={onToggle}>
            {projectName}
          </Checkbox>
        ) : (
          <span>{projectName}</span>
        )}
        <span className="yy-second">{minutes} 分钟</span>
        <span className={faulty ? 'yy-red' : frequency ? '' : 'yy-none'}>
          {frequency ? frequencyWords(frequency) : '不包含'}
          {!enabled && (
            <>
              {' '}
              <StatusTag family="grey">停用</StatusTag>
            </>
          )}
          {note && <span className="yy-care-more">{note}</span>}
        </span>
        <span className="yy-right">{taken > 0 && `${taken} 分钟/天`}</span>
        <span className="yy-right">
          {frequency && mayEdit && (
            <Button
              type="link"
              size="small"
              aria-expanded={editing}
              aria-label={`${verb} ${projectName}`}
              icon={editing ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
              iconPlacement="end"
              onClick={onEdit}
            >
              {verb}
            </Button>
          )}
        </span>
      </div>
      {frequency && editing && (
        <>
          <FrequencyEditor name={projectName} value={frequency} shifts={shifts} onChange={onChange} />
          {more?.input(project)}
        </>
      )}
    </li>
  )
}

/** What a plan says of a project besides how often. */
export interface More {
  words(projectId: string): ReactNode
  input(project: CareProjectData): ReactNode
}

export interface ProjectEditorProps {
  projects: readonly CareProjectData[]
  shifts: Shifts
  chosen: Chosen
  mayEdit: boolean
  more?: More
  onChange(chosen: Chosen): void
}

/** All projects by category: ticked or not, and how often. The same for a level and for the plan of one elder. */
export function ProjectEditor({ projects: all, shifts, chosen, mayEdit, more, onChange }: ProjectEditorProps) {
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState(!mayEdit)
  const [editing, setEditing] = useState<string | null>(null)
  const groups = useMemo(() => {
    const shown = all.filter(
      (one) =>
        (chosen.has(one.projectId) || (!only && one.enabled)) &&
        (typed.trim() === '' || found(searchText(one.projectName), typed)),
    )
    const byCategory = new Map<string, CareProjectData[]>()
    for (const one of shown) byCategory.set(one.categoryName, [...(byCategory.get(one.categoryName) ?? []), one])
    return byCategory
  }, [all, chosen, only, typed])
  const set = (projectId: string, value: FrequencyData | null) => {
    const next = new Map(chosen)
    if (value) next.set(projectId, value)
    else next.delete(projectId)
    onChange(next)
  }
  const toggle = (projectId: string) => {
    if (chosen.has(projectId)) return set(projectId, null)
    set(projectId, NEW_FREQUENCY)
    setEditing(projectId)
  }
  return (
    <>
      <div className="yy-row yy-gap-16 yy-below-12" role="search">
        <Input
          className="yy-care-find"
          aria-label="找项目"
          placeholder="找项目：名称或拼音首字母"
          allowClear
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {mayEdit && (
          <Checkbox checked={only} onChange={(event) => setOnly(event.target.checked)}>
            只看已选
          </Checkbox>
        )}
      </div>
      {groups.size === 0 && <Empty title="没有找到护理项目" text="换一个名称再找，或到“护理项目”里新增。" />}
      {[...groups].map(([name, projects]) => (
        <section key={name} className="yy-care-group" aria-label={name}>
          <h3 className="yy-care-head">
            {name}
            <small>
              已选 {projects.filter((one) => chosen.has(one.projectId)).length} / {projects.length} 项
            </small>
          </h3>
          <ul className="yy-plain-list">
            {projects.map((project) => (
              <Line
                key={project.projectId}
                project={project}
                frequency={chosen.get(project.projectId)}
                shifts={shifts}
                editing={editing === project.projectId}
                mayEdit={mayEdit}
                more={more}
                onToggle={() => toggle(project.projectId)}
                onEdit={() => setEditing(editing === project.projectId ? null : project.projectId)}
                onChange={(value) => set(project.projectId, value)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const ALL = { page: 1, size: 999 }

interface LevelProjectsProps {
  levelId: string
  open: boolean
  mayEdit: boolean
  onClose(): void
  onClosed(): void
}

export function LevelProjectsDrawer({ levelId, open, mayEdit, onClose, onClosed }: LevelProjectsProps) {
  const own = useLoaded(level.calls.projects, { levelId }, { what: '护理等级的项目', lines: 8, fresh: true })
  const all = useLoaded(careProject.calls.list, ALL, { what: '护理项目', lines: 8 })
  const shifts = useHouseShifts()
  const [draft, setDraft] = useState<Chosen | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [meanwhile, setMeanwhile] = useState<string | null>(null)
  const stored = useMemo(() => (own.data ? chosenOf(own.data) : null), [own.data])
  const chosen = draft ?? stored
  const changed = draft !== null && stored !== null && chosenText(draft) !== chosenText(stored)
  const minutesOf = (of: Chosen) => {
    const projects = (all.data?.list ?? []).flatMap((one) => {
      const frequency = of.get(one.projectId)
      return frequency ? [{ ...frequency, minutes: one.minutes }] : []
    })
    return minutesPerDay(projects, shifts)
  }
  const preview = useAct(level.calls.preview)
  const close = () => (changed ? setLeaving(true) : onClose())

  async function save(of: LevelProjectsData, wanted: Chosen): Promise<void> {
    const projects = listOf(wanted)
    const seen = await preview.run({ levelId, projects })
    if (!seen) return
    const first: { said: string | null } = { said: null }
    const done = await confirmAct({
      title: `保存“${of.levelName}”的护理项目？`,
      effects: effectsOf(seen),
      verb: '保存项目',
      safe: '再看看',
      run: async (_, options) => {
        first.said = await firstBefore(() =>
          send(level.calls.saveProjects, { levelId, projects, version: of.version }, options),
        )
      },
    })
    if (done === null) return
    setMeanwhile(first.said)
    if (first.said !== null) {
      const now = await send(level.calls.projects, { levelId })
      setDraft(merged(chosenOf(of), wanted, chosenOf(now), frequencyText))
      void invalidate(level)
      return
    }
    toast.success(`“${of.levelName}”的护理项目已保存`)
    void invalidate(level, careProject)
    onClose()
  }

  const faults = chosen ? [...chosen.values()].filter((one) => frequencyFault(one)).length : 0
  const note = chosen && stored && (
    <>
      已选 <b>{chosen.size}</b> 项，每位老人每天固定护理约 <b>{minutesOf(chosen)}</b> 分钟
      {changed && `（原来 ${minutesOf(stored)} 分钟）`}
      {faults > 0 && <span className="yy-red">　{faults} 项的频次还没填对</span>}
      {preview.error && <span className="yy-red">　{preview.error.message}</span>}
    </>
  )
  return (
    <SideDrawer
      open={open}
      title={mayEdit ? '设置护理项目' : '护理项目'}
      about={own.data?.levelName}
      width={960}
      asks={false}
      onClose={close}
      onClosed={onClosed}
      foot={
        leaving ? (
          <LeavingFoot onStay={() => setLeaving(false)} onDrop={onClose} />
        ) : (
          <DrawerFoot note={note}>
            {mayEdit && (
              <Button
                type="primary"
                disabled={!changed || faults > 0}
                loading={preview.running}
                onClick={() => own.data && draft && void save(own.data, draft)}
              >
                看影响并保存
              </Button>
            )}
          </DrawerFoot>
        )
      }
    >
      <FirstBefore said={meanwhile} />
      {own.data && all.data && chosen ? (
        <ProjectEditor projects={all.data.list} shifts={shifts} chosen={chosen} mayEdit={mayEdit} onChange={setDraft} />
      ) : own.data ? (
        all.state
      ) : (
        own.state
      )}
    </SideDrawer>
  )
}
