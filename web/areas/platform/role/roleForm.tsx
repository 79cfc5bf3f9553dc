// The form of a role: its name, and its rights as one field. Rights and tree are fetched before it opens, so that the
// form knows from its first moment what has been changed.
import type { DataOf } from '#contract/kit/call'
import { riskyPairs } from '#contract/platform/duties'
import type { RightData } from '#contract/platform/role'
import { role } from '#contract/platform/role'
import { send } from '#web/kit/call'
import type { Field } from '#web/kit/fields/field'
import { longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { chosenOf, codesIn, type EndTree, pairsOf, summary } from './rights.ts'
import { RightsEditor } from './rightsEditor.part.tsx'
import { Risks } from './risks.part.tsx'

type Detail = DataOf<typeof role.calls.detail>

const inWords = (trees: readonly EndTree[], value: unknown) => {
  const { pages, buttons } = summary(trees, chosenOf(trees, (value ?? []) as RightData[]))
  return `${pages} 个页面、${buttons} 个按钮`
}

const risksIn = (trees: readonly EndTree[], value: unknown) =>
  riskyPairs(codesIn(trees, chosenOf(trees, (value ?? []) as RightData[])))

/** Rights as a field of a form: the tree is the control, its size stands for it elsewhere. */
const rightsField = (trees: readonly EndTree[]): Field<RightData[]> => ({
  kind: 'field',
  sheet: 'text',
  width: 160,
  cell: (value) => inWords(trees, value),
  text: (value) => inWords(trees, value),
  input: ({ id, value, onChange, disabled }) => (
    <RightsEditor
      {...(id !== undefined && { id })}
      trees={trees}
      value={value ?? []}
      disabled={disabled ?? false}
      onChange={(next) => onChange?.(next)}
    />
  ),
  search: () => null,
})

export const loadTrees = () => send(role.calls.trees, {}, { loading: true })
export const loadRole = (roleId: string) => send(role.calls.detail, { roleId }, { loading: true })

const valuesOf = (trees: readonly EndTree[], detail: Detail) => ({
  name: detail.name,
  roleDesc: detail.roleDesc,
  // As the editor writes it, so that an untouched form is no changed one.
  landingEndAuthIds: pairsOf(trees, chosenOf(trees, detail.landingEndAuthIds)),
})

const settings = (trees: readonly EndTree[]) => ({
  width: 1360 as const,
  columns: 1 as const,
  fields: {
    name: { placeholder: '如：护理组长', hint: '1 至 10 个汉字' },
    roleDesc: { placeholder: '这个角色做什么，20 字以内' },
    landingEndAuthIds: { title: '权限', as: rightsField(trees) },
    riskReason: {
      title: '兼任原因',
      as: longText,
      when: (values: Record<string, unknown>) => risksIn(trees, values.landingEndAuthIds).length > 0,
      hint: '新增的风险组合须写，记入日志',
    },
  },
  below: (values: Record<string, unknown>) => <Risks risks={risksIn(trees, values.landingEndAuthIds)} />,
  // In the foot, where it is seen whatever part of the tree is looked at.
  result: (values: Record<string, unknown>) => {
    const risks = risksIn(trees, values.landingEndAuthIds)
    return (
      <>
        共 {inWords(trees, values.landingEndAuthIds)}
        {risks.length > 0 && (
          <div className="yy-role-risky">有风险的权限组合：{risks.map((one) => one.title).join('；')}</div>
        )}
      </>
    )
  },
})

export function createForm(trees: readonly EndTree[], from?: { detail: Detail; name: string }): FormRequest {
  const copied = from && valuesOf(trees, from.detail)
  return formOf(role.calls.create, {
    ...settings(trees),
    title: from ? `复制角色“${from.detail.name}”` : '添加角色',
    ...(copied && { initial: { ...copied, name: from.name } }),
    draft: from ? false : 'platform.role.create',
    done: '角色已添加',
  })
}

export function editForm(trees: readonly EndTree[], detail: Detail): FormRequest {
  const { roleId } = detail
  return editOf(role.calls.update, detail, {
    ...settings(trees),
    title: `编辑角色“${detail.name}”`,
    about: detail.userCount > 0 ? `${detail.userCount} 人担任，保存后立即生效` : '还没有人担任',
    values: (one) => valuesOf(trees, one),
    also: (one) => ({ roleId, version: one.version }),
    again: () => loadRole(roleId),
    done: '角色已保存',
  })
}
