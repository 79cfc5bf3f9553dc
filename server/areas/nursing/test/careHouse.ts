// A small house with residents and a catalogue of its own: what the tests of plans, tasks and executions share.
import { dayText } from '#contract/kit/clock'
import { CareUnit, type FrequencyData } from '#contract/nursing/frequency'
import type { CarePlanData } from '#contract/nursing/plan'
import { type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { newId } from '#server/kit/ids'

export const PLANS = '/pims/web-org/nursingPlan'
export const TASKS = `${PLANS}/task`
export const EXECUTIONS = '/pims/web-org/executions'

export const daily = (...clocks: string[]): FrequencyData => ({
  unit: CareUnit.is.day,
  times: clocks.length,
  clocks,
  days: [],
})

export interface CareHouse extends StayHouse {
  /** A project of the house by its name; made with what it demands, where it is not there yet. */
  project(name: string, more?: Partial<ProjectRow>): Promise<string>
  /** The projects of a level, instead of what it had. */
  setLevel(levelName: string, items: readonly (readonly [projectId: string, frequency: FrequencyData])[]): Promise<void>
  /** An elder in the house, without a plan. */
  elder(name: string, path: string): Promise<Resident>
  /** A plan, enabled. */
  plan(
    oldmanId: string,
    items: readonly (readonly [projectId: string, frequency: FrequencyData])[],
  ): Promise<CarePlanData>
}

interface ProjectRow {
  minutes: number
  time_window: number
  needs_photo: boolean
  needs_scan: boolean
  needs_signs: string[]
  needs_evaluation: boolean
  charged: boolean
  enabled: boolean
  price_fen: number
}

export async function careHouse(): Promise<CareHouse> {
  const house = await stayHouse()
  // What the house began with would bring plans of its own.
  await house.sql('delete from level_project where org_id = $1', [house.orgId])
  const categoryId = newId()
  await house.sql(
    `insert into care_category (org_id, category_id, category_name, sort) values ($1, $2, '试用分类', 99)`,
    [house.orgId, categoryId],
  )
  const project: CareHouse['project'] = async (name, more = {}) => {
    const known = await house.sql<{ id: string }>(
      'select project_id as id from care_project where org_id = $1 and project_name = $2',
      [house.orgId, name],
    )
    const projectId = known[0]?.id ?? newId()
    if (!known[0]) {
      await house.sql(
        `insert into care_project (org_id, project_id, category_id, project_name, minutes, time_window) values ($1, $2, $3, $4, 10, 2)`,
        [house.orgId, projectId, categoryId, name],
      )
    }
    const { price_fen, ...columns } = more
    for (const [column, value] of Object.entries(columns)) {
      await house.sql(`update care_project set ${column} = $3 where org_id = $1 and project_id = $2`, [
        house.orgId,
        projectId,
        value,
      ])
    }
    if (price_fen !== undefined) {
      await house.sql(
        `insert into care_project_price (org_id, project_id, from_date, price_fen, user_name) values ($1, $2, current_date - 30, $3, '郑凯')
         on conflict (org_id, project_id, from_date) do update set price_fen = excluded.price_fen`,
        [house.orgId, projectId, price_fen],
      )
    }
    return projectId
  }
  return {
    ...house,
    project,
    setLevel: async (levelName, items) => {
      const levelId = house.level(levelName)
      await house.sql('delete from level_project where org_id = $1 and level_id = $2', [house.orgId, levelId])
      for (const [projectId, { unit, times, clocks, days, from, to }] of items) {
        await house.sql(
          `insert into level_project (org_id, level_id, project_id, unit, times, clocks, days, from_clock, to_clock)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [house.orgId, levelId, projectId, unit, times, clocks, days, from ?? null, to ?? null],
        )
      }
    },
    elder: async (name, path) => {
      const resident = await house.resident(name)
      const came = await house.checkIn(resident, path)
      if (came.status !== 200) throw new Error(came.desc)
      return resident
    },
    plan: async (oldmanId, items) => {
      const body = {
        oldmanId,
        startDate: dayText(),
        items: items.map(([projectId, frequency]) => ({ projectId, frequency })),
      }
      const made = await house.ask<CarePlanData>('POST', PLANS, { token: house.token, body })
      if (made.status !== 200) throw new Error(made.desc)
      const { nursingPlanId } = made.data
      const on = await house.ask<CarePlanData>('PUT', `${PLANS}/status`, {
        token: house.token,
        body: { nursingPlanId, state: 'ON' },
      })
      if (on.status !== 200) throw new Error(on.desc)
      return on.data
    },
  }
}
