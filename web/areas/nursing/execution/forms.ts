// Forms of the executions: what was done as needed, and words and pictures added to what is recorded.
import { IN_HOUSE } from '#contract/live/resident'
import { type ExecutionData, ExecutionResult, type ExecutionSignsData, execution } from '#contract/nursing/execution'
import { type CareProjectData, careProject } from '#contract/nursing/project'
import { residentOf } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { imagesOf } from '#web/kit/fields/image'
import { lookupOf } from '#web/kit/fields/lookup'
import { radioOf } from '#web/kit/fields/option'
import { longText, suggesting } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { partsOf, signsOfProject } from './signsInput.part.tsx'

const MOST_PHOTOS = 9
const photos = imagesOf({ max: MOST_PHOTOS })
const REFUSALS = ['老人不愿意', '正在休息', '身体不适', '家属在场，稍后再做']

const DONE = ExecutionResult.is.done
/** What nobody planned is done or refused; who is away has nothing to be recorded. */
const OUTCOMES = {
  ...ExecutionResult,
  list: ExecutionResult.list.filter(({ value }) => value === DONE || value === ExecutionResult.is.refused),
}
const isDone = (values: Values) => (values.result ?? DONE) === DONE
const isRefused = (values: Values) => values.result === ExecutionResult.is.refused

/** What the project asks for is shown once it is chosen, and checked before it is sent. */
export async function addForm(more: { oldmanId?: string } = {}): Promise<FormRequest> {
  const { list } = await send(careProject.calls.list, { page: 1, size: 999, enabled: true }, { loading: true })
  const projects = new Map(list.map((one) => [one.projectId, one]))
  const projectOf = (values: Values): CareProjectData | undefined => projects.get(String(values.projectId ?? ''))
  const asks = (need: (project: CareProjectData) => boolean) => (values: Values) => {
    const project = projectOf(values)
    return project !== undefined && isDone(values) && need(project)
  }
  const must =
    (need: (project: CareProjectData) => boolean, words: string) =>
    (value: unknown, values: Values): string | null =>
      asks(need)(values) && (value === null || value === undefined || value === '' || (value as unknown[]).length === 0)
        ? words
        : null
  return formOf(execution.calls.add, {
    title: '新增按需执行',
    verb: '记录这次执行',
    width: 720,
    about: '没有排在计划里，临时做的护理',
    initial: { result: DONE, ...more },
    fields: {
      oldmanId: { as: residentOf({ statuses: IN_HOUSE }), wide: true, check: (id) => (id ? null : '请选择老人') },
      projectId: { as: lookupOf('careProject'), check: (id) => (id ? null : '请选择护理项目') },
      result: { as: radioOf(OUTCOMES) },
      doneAt: { as: datetime, hint: '不填就是现在' },
      refuseReason: {
        as: suggesting(REFUSALS),
        when: isRefused,
        check: (why, values) => (isRefused(values) && !why?.trim() ? '请填写拒绝原因' : null),
      },
      signs: {
        title: '体征',
        as: signsOfProject(projects),
        wide: true,
        when: asks((project) => project.needsSigns.length > 0),
        check: (signs, values) => {
          const missing = partsOf(projectOf(values)?.needsSigns ?? []).some(
            (part) => (signs as ExecutionSignsData | null | undefined)?.[part] === undefined || signs?.[part] === null,
          )
          return asks((project) => project.needsSigns.length > 0)(values) && missing
            ? '请把这个项目要测的值都填上'
            : null
        },
      },
      scanned: {
        title: '床位或腕带码',
        placeholder: '用扫码枪扫，或照着输入',
        when: asks((project) => project.needsScan),
        check: must((project) => project.needsScan, '这个项目要扫老人的床位或腕带码'),
      },
      evaluation: {
        title: '评价（1 差 … 5 好）',
        when: asks((project) => project.needsEvaluation),
        check: must((project) => project.needsEvaluation, '这个项目要填评价'),
      },
      photos: { as: photos, wide: true, check: must((project) => project.needsPhoto, '这个项目要拍照，请上传照片') },
      remark: { as: longText, wide: true },
    },
    done: '执行已记录，5 分钟内本人可以撤回',
  })
}

export const supplementForm = (row: ExecutionData): FormRequest =>
  editOf(execution.calls.save, row, {
    title: '补充说明和照片',
    verb: '保存补充',
    about: `${row.oldmanName}　${row.projectName}　${row.doneAt.slice(5, 16)}`,
    columns: 1,
    fields: {
      remark: { as: longText, wide: true, hint: '时间和结果不能改，只补充说明' },
      photos: { as: photos, wide: true },
      ...(row.evaluation === null ? {} : { evaluation: { title: '评价（1 差 … 5 好）' } }),
    },
    values: (one) => ({
      remark: one.remark,
      photos: one.photos,
      ...(one.evaluation === null ? {} : { evaluation: one.evaluation }),
    }),
    also: (one) => ({ executionId: one.executionId, version: one.version }),
    again: () => send(execution.calls.get, { executionId: row.executionId }),
    done: '补充已保存',
  })
