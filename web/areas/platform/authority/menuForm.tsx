// The form of a menu entry. What the product itself provides keeps its code, kind and address.
import { type AuthorityNode, authority, MenuStatus, MenuType, type MenuTypeValue } from '#contract/platform/authority'
import { send } from '#web/kit/call'
import { radioOf } from '#web/kit/fields/option'
import { text } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import { endsField, iconField, pageField, parentField, typeHints, typeName } from './menuFields.tsx'
import { everyNode } from './menuTree.ts'

/** Fields that an entry of this kind has. */
function fieldsFor(tree: readonly AuthorityNode[], type: MenuTypeValue, before: AuthorityNode | null) {
  const seeded = before?.system === true
  return {
    authorityName: { placeholder: '菜单里显示的名字', hint: seeded ? '系统提供，改名后升级时会保留' : undefined },
    parentId: {
      title: '上级',
      as: parentField(tree),
      check: (value: string | null | undefined) => (type === 'MENU' || value ? null : '请选择上级'),
      props: { type, ...(before && { own: before.authorityId }) },
    },
    ...(type === 'FUNC' && {
      pageUrl: {
        as: pageField,
        disabled: seeded,
        hint: '本系统页面的地址',
        check: (value: string | null | undefined) => (value ? null : '请填写页面地址'),
      },
    }),
    ...(type === 'IN_LINK' && {
      menuLink: {
        as: text,
        placeholder: 'https://',
        hint: '对方网站须允许被嵌入',
        check: (value: string | null | undefined) => (value ? null : '请填写链接地址'),
      },
    }),
    ...(type !== 'MENU' && {
      authorityCode: {
        disabled: seeded,
        hint: type === 'CUSTOM_FUNC' ? '必填，程序按它判断有没有这个按钮' : '可不填，由系统生成',
        check: (value: string | null | undefined) => (type === 'CUSTOM_FUNC' && !value ? '请填写编码' : null),
      },
    }),
    ...(type !== 'CUSTOM_FUNC' && { icon: { as: iconField } }),
    ends: { title: '登录端', as: endsField, hint: '不选则与上级相同' },
    status: { as: radioOf(MenuStatus), hint: '隐藏只是不在菜单里出现，权限不变' },
    remark: { wide: true },
  }
}

export function createForm(
  tree: readonly AuthorityNode[],
  type: MenuTypeValue,
  parent: AuthorityNode | null,
): FormRequest {
  return formOf(authority.calls.create, {
    title: parent ? `在“${parent.authorityName}”下添加${typeName(type)}` : `添加${typeName(type)}`,
    about: typeHints[type],
    width: 720,
    fields: fieldsFor(tree, type, null),
    initial: { parentId: parent?.authorityId ?? null, status: MenuStatus.is.shown },
    also: { menuType: type },
    draft: false,
    done: `${typeName(type)}已添加`,
  })
}

const valuesOf = (node: AuthorityNode) => ({
  authorityName: node.authorityName,
  parentId: node.parentId,
  authorityCode: node.authorityCode,
  pageUrl: node.pageUrl,
  menuLink: node.menuLink,
  icon: node.icon || null,
  ends: node.ends,
  status: node.status as 1,
  remark: node.remark,
})

export function editForm(tree: readonly AuthorityNode[], node: AuthorityNode): FormRequest {
  const { authorityId } = node
  return formOf(authority.calls.update, {
    title: `编辑${MenuType.label(node.menuType)}“${node.authorityName}”`,
    about: node.system ? '系统提供，编码与地址不能改' : typeHints[node.menuType],
    width: 720,
    fields: fieldsFor(tree, node.menuType, node),
    initial: valuesOf(node),
    also: { authorityId, version: node.version, menuType: node.menuType },
    reload: async () => {
      const now = everyNode(await send(authority.calls.list, { tree: '1' })).find(
        (one) => one.authorityId === authorityId,
      )
      return now
        ? { values: valuesOf(now), also: { authorityId, version: now.version, menuType: now.menuType } }
        : { values: {} }
    },
    done: '已保存，所有人的菜单随即更新',
  })
}
