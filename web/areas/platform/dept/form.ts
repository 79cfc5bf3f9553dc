// The forms of a department: a new one below a chosen place, and the department as it is.
import { DEPT_LEVELS, type DeptFlat, type DeptNode, dept, ROOT_PARENT, WardSwitch } from '#contract/platform/dept'
import { send } from '#web/kit/call'
import { switchOf } from '#web/kit/fields/option'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import type { FieldSpec } from '#web/kit/form/SchemaForm'
import { ipRanges, rangeProblem } from './ipRanges.part.tsx'
import { landingEndsField } from './landingEnds.part.tsx'
import { parentField } from './parent.part.tsx'

const shared = {
  deptName: { placeholder: '最多 10 个字' },
  deptKey: { hint: '全院不能重复，已按顺序建议一个' },
  ward: {
    as: switchOf(WardSwitch, 1),
    hint: '有房间和床位、老人住在这里的部门请打开',
  } satisfies FieldSpec<0 | 1>,
  landingEndIds: {
    as: landingEndsField,
    wide: true,
    hint: '不选表示全部可用；选了以后，本部门的人只能从选中的登录端进入',
  },
  ipNum: {
    as: ipRanges,
    wide: true,
    check: (value: string | null | undefined) => rangeProblem(value),
    hint: '床旁分机、护士站主机等终端使用的地址，没有终端可以不填',
  },
} as const

/** The number is proposed before the form opens, so that nobody has to make one up. */
export async function newDept(parent: DeptFlat | null): Promise<FormRequest> {
  const deptKey = await send(dept.calls.proposeKey, { parentId: parent?.deptId ?? null }, { loading: true })
  return formOf(dept.calls.create, {
    title: parent ? '新增下级部门' : '新增一级部门',
    ...(parent && { about: `上级：${parent.deptPath}` }),
    verb: '新增部门',
    fields: shared,
    initial: { deptKey, ward: WardSwitch.is.no },
    also: { parentId: parent?.deptId ?? ROOT_PARENT },
    draft: `dept.create:${parent?.deptId ?? ROOT_PARENT}`,
    done: '部门已新增',
  })
}

const valuesOf = (row: DeptFlat) => ({
  deptName: row.deptName,
  deptKey: row.deptKey,
  parentId: row.parentId,
  ward: row.ward === WardSwitch.is.yes ? (1 as const) : (0 as const),
  landingEndIds: row.landingEnds.map((end) => end.landingEndId),
  ipNum: row.ipNum,
})

export function editDept(row: DeptFlat, tree: readonly DeptNode[]): FormRequest {
  return formOf(dept.calls.update, {
    title: '修改部门',
    about: row.deptPath,
    fields: {
      deptName: shared.deptName,
      deptKey: { hint: '全院不能重复' },
      parentId: {
        as: parentField(row, tree),
        hint: `换一个上级，就把它连同下级移过去；部门最多 ${DEPT_LEVELS} 级`,
      },
      ward: shared.ward,
      landingEndIds: shared.landingEndIds,
      ipNum: shared.ipNum,
    },
    initial: valuesOf(row),
    also: { deptId: row.deptId, version: row.version },
    reload: async () => {
      const now = await send(dept.calls.get, { deptId: row.deptId })
      return { values: valuesOf(now), also: { deptId: row.deptId, version: now.version } }
    },
  })
}
