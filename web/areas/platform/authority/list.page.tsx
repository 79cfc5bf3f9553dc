// The menu tree. The operator changes it; other organisations look at their part.
import { Button, Dropdown, Input, Select, Table, type TableColumnsType } from 'antd'
import { ChevronDown, ChevronsDownUp, ChevronsUpDown, Eye, ListOrdered, Plus, RotateCw, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type AuthorityNode, authority, MenuStatus, MenuType, type MenuTypeValue } from '#contract/platform/authority'
import { landingEnd } from '#contract/platform/landingEnd'
import { send } from '#web/kit/call'
import { classes } from '#web/kit/classes'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FormRequest } from '#web/kit/form/formOf'
import { actionOf, type ListHandle, type RowAction } from '#web/kit/list/acts'
import { RowActions } from '#web/kit/list/RowActions'
import '#web/kit/list/list.css'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { MenuIcon } from '#web/kit/shell/menuIcon'
import { toast } from '#web/kit/toast'
import { mayHold } from './menuFields.tsx'
import { createForm, editForm } from './menuForm.tsx'
import { branches, childrenOf, everyNode, filteredTree, openAtFirst, type TreeFilter } from './menuTree.ts'
import { MenuPreview } from './preview.part.tsx'
import './authority.css'
import '#web/kit/shell/rail.css'

const TYPES = MenuType.list.map((option) => option.value)

/** What can be added below an entry. */
const typesBelow = (node: AuthorityNode): MenuTypeValue[] => TYPES.filter((type) => mayHold(node, type))

interface Sorting {
  title: string
  items: readonly AuthorityNode[]
}

export default function Menus() {
  const may = useMay()
  const { data, error, isFetching, refetch } = useCall(authority.calls.list, { tree: '1' })
  const { data: ends } = useCall(landingEnd.calls.names, {})
  const [filter, setFilter] = usePageState<TreeFilter>('filter', { word: '', end: null, status: null })
  const [opened, setOpened] = usePageState<readonly string[] | null>('opened', null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const [shownForm, setShownForm] = useState<FormRequest | null>(null)
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [previewing, setPreviewing] = useState(false)
  const [logged, setLogged] = useState<NamedRecord | null>(null)
  if (form && form !== shownForm) setShownForm(form)

  const tree = useMemo(() => data ?? [], [data])
  const rows = useMemo(() => filteredTree(tree, filter), [tree, filter])
  const searching = filter.word.trim() !== '' || filter.status !== null
  const expanded = searching ? branches(rows) : (opened ?? openAtFirst(tree))
  const endNames = useMemo(() => new Map((ends ?? []).map((end) => [end.landingEndCode, end.landingEndName])), [ends])
  const canAdd = may(authority.calls.create.needs)
  const canEdit = may(authority.calls.update.needs)
  const canSort = may(authority.calls.sort.needs)

  // The drawer starts over whenever its items are others.
  const sortItems = useMemo(
    () =>
      sorting?.items.map((node) => ({
        id: node.authorityId,
        title: node.authorityName,
        note: node.status === MenuStatus.is.hidden ? '已隐藏' : MenuType.label(node.menuType),
      })),
    [sorting],
  )
  const saveOrder = useAct(authority.calls.sort, {
    onDone: () => {
      toast.success('顺序已保存，所有人的菜单随即更新')
      setSorting(null)
    },
  })

  const list: ListHandle = {
    openForm: setForm,
    refresh: () => void refetch(),
    clearSelection: () => undefined,
    filter: {},
    total: rows.length,
  }
  const actions: RowAction<AuthorityNode>[] = [
    { title: '编辑', needs: authority.calls.update.needs, form: (node) => editForm(tree, node) },
    ...TYPES.map(
      (type): RowAction<AuthorityNode> => ({
        title: `添加${MenuType.label(type)}`,
        needs: authority.calls.create.needs,
        when: (node) => typesBelow(node).includes(type),
        form: (node) => createForm(tree, type, node),
      }),
    ),
    {
      title: '下级排序',
      needs: authority.calls.sort.needs,
      when: (node) => childrenOf(node).length > 1,
      onClick: (node) =>
        setSorting({
          title: `“${node.authorityName}”下的顺序`,
          items: childrenOf(everyNode(tree).find((one) => one.authorityId === node.authorityId) ?? node),
        }),
    },
    actionOf(authority.calls.update, {
      title: '隐藏',
      when: (node: AuthorityNode) => node.status === MenuStatus.is.shown && node.menuType !== 'CUSTOM_FUNC',
      input: (node) => ({
        authorityId: node.authorityId,
        authorityName: node.authorityName,
        status: MenuStatus.is.hidden,
      }),
      confirm: (node) => ({
        title: `在所有机构的菜单里隐藏“${node.authorityName}”？`,
        effects: ['菜单里不再出现，下级也一起不出现', '权限不变：知道地址的人仍能打开', '随时可以再显示'],
        verb: '隐藏',
        safe: '不隐藏',
      }),
      done: (node) => `已隐藏“${node.authorityName}”`,
    }),
    {
      title: '显示',
      needs: authority.calls.update.needs,
      when: (node) => node.status === MenuStatus.is.hidden,
      onClick: async (node) => {
        await send(
          authority.calls.update,
          { authorityId: node.authorityId, authorityName: node.authorityName, status: MenuStatus.is.shown },
          { loading: true },
        )
        toast.success(`“${node.authorityName}”已显示`)
        void refetch()
      },
    },
    recordLogAction(setLogged, (node: AuthorityNode) => ({
      type: 'authority',
      id: node.authorityId,
      title: node.authorityName,
    })),
    actionOf(authority.calls.remove, {
      title: '删除',
      danger: true,
      when: (node: AuthorityNode) => !node.system,
      input: (node) => ({ authorityId: node.authorityId }),
      confirm: (node) => ({
        title: `删除${MenuType.label(node.menuType)}“${node.authorityName}”？`,
        effects: [
          (node.roleCount ?? 0) > 0 ? `${node.roleCount} 个角色（各机构合计）将失去这项权限` : '没有角色用到它',
          '删除后不能恢复，需要时只能重新添加',
        ],
        verb: '删除',
        safe: '不删除',
      }),
      done: (node) => `已删除“${node.authorityName}”`,
    }),
  ]
  const acts = canEdit || canAdd || canSort

  const columns: TableColumnsType<AuthorityNode> = [
    {
      title: '名称',
      key: 'name',
      width: 280,
      fixed: 'start',
      render: (_, node) => (
        <span
          className={classes(
            'yy-menu-name yy-inline yy-gap-8 yy-ink',
            node.status === MenuStatus.is.hidden && 'is-hidden',
            node.menuType === 'MENU' && 'is-group',
          )}
        >
          {node.icon && <MenuIcon icon={node.icon} size={16} />}
          {node.authorityName}
        </span>
      ),
    },
    {
      title: '类型',
      key: 'type',
      width: 110,
      render: (_, node) => <StatusTag option={MenuType.find(node.menuType)!} />,
    },
    {
      title: '显示',
      key: 'status',
      width: 90,
      render: (_, node) =>
        node.menuType === 'CUSTOM_FUNC' ? '—' : <StatusTag option={MenuStatus.find(node.status as 1)!} />,
    },
    {
      title: '地址或链接',
      key: 'url',
      width: 230,
      ellipsis: true,
      render: (_, node) => node.pageUrl ?? node.menuLink ?? '—',
    },
    {
      title: '编码',
      key: 'code',
      width: 220,
      ellipsis: true,
      render: (_, node) => <span className="yy-second yy-small">{node.authorityCode}</span>,
    },
    {
      title: '登录端',
      key: 'ends',
      width: 150,
      ellipsis: true,
      // Landing ends of the operator have no name here for others.
      render: (_, node) => node.ends.flatMap((code) => endNames.get(code) ?? []).join('、'),
    },
    {
      title: '来源',
      key: 'system',
      width: 80,
      render: (_, node) => (node.system ? '系统' : '自定义'),
    },
    ...(acts
      ? [
          {
            title: '角色数',
            key: 'roles',
            width: 80,
            align: 'right' as const,
            render: (_: unknown, node: AuthorityNode) => node.roleCount ?? '—',
          },
          {
            title: '操作',
            key: 'acts',
            width: 190,
            fixed: 'end' as const,
            render: (_: unknown, node: AuthorityNode) => (
              <RowActions row={node} actions={actions} may={may} list={list} heading={node.authorityName} />
            ),
          },
        ]
      : []),
  ]
  const set = (next: Partial<TreeFilter>) => setFilter((now) => ({ ...now, ...next }))

  return (
    <div className="yy-list yy-stack yy-flex-1">
      <section className="yy-card yy-stack yy-flex-1 yy-low yy-hidden">
        {!acts && data && (
          <div className="yy-menu-note yy-fixed yy-second yy-tint yy-under" role="note">
            菜单由平台运营方统一维护，这里只能查看。要限制某类人能用哪些菜单，请到“角色管理”。
          </div>
        )}
        <div className="yy-menu-tools yy-row yy-gap-8 yy-fixed" role="toolbar" aria-label="菜单操作">
          {canAdd && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: (['MENU', 'FUNC', 'IN_LINK', 'CUSTOM_FUNC'] as const).map((type) => ({
                  key: type,
                  label: MenuType.label(type),
                  onClick: () => setForm(createForm(tree, type, null)),
                })),
              }}
            >
              <Button type="primary" icon={<Plus size={16} aria-hidden />}>
                添加菜单
                <ChevronDown size={14} aria-hidden />
              </Button>
            </Dropdown>
          )}
          {canSort && (
            <Button
              icon={<ListOrdered size={15} aria-hidden />}
              onClick={() => setSorting({ title: '左侧栏目的顺序', items: tree })}
            >
              栏目排序
            </Button>
          )}
          <Button icon={<Eye size={15} aria-hidden />} onClick={() => setPreviewing(true)}>
            预览
          </Button>
          <Input
            allowClear
            prefix={<Search size={15} aria-hidden />}
            placeholder="名称、编码或地址"
            aria-label="名称、编码或地址"
            value={filter.word}
            onChange={(event) => set({ word: event.target.value })}
          />
          <Select
            aria-label="登录端"
            style={{ width: 130 }}
            value={filter.end ?? ''}
            options={[
              { value: '', label: '全部登录端' },
              ...(ends ?? []).map((end) => ({ value: end.landingEndCode, label: end.landingEndName })),
            ]}
            onChange={(end) => set({ end: end || null })}
          />
          <Select
            aria-label="显示状态"
            style={{ width: 110 }}
            value={filter.status ?? 0}
            options={[{ value: 0, label: '全部' }, ...MenuStatus.list.map(({ value, label }) => ({ value, label }))]}
            onChange={(status) => set({ status: status || null })}
          />
          <span>
            <Button
              type="text"
              icon={<ChevronsUpDown size={16} aria-hidden />}
              onClick={() => setOpened(branches(tree))}
            >
              展开
            </Button>
            <Button type="text" icon={<ChevronsDownUp size={16} aria-hidden />} onClick={() => setOpened([])}>
              收起
            </Button>
            <Button
              type="text"
              aria-label="刷新"
              icon={<RotateCw size={16} className={isFetching ? 'yy-spin' : undefined} aria-hidden />}
              onClick={() => void refetch()}
            />
          </span>
        </div>
        <div className="yy-list-table yy-menu-table">
          <Table<AuthorityNode>
            size="small"
            rowKey="authorityId"
            columns={columns}
            dataSource={rows}
            pagination={false}
            loading={!data && !error}
            scroll={{ x: acts ? 1430 : 1160, y: '100%' }}
            expandable={{
              childrenColumnName: 'child',
              indentSize: 20,
              expandedRowKeys: [...expanded],
              onExpandedRowsChange: (keys) => setOpened(keys.map(String)),
            }}
            locale={{
              emptyText: error ? (
                <ErrorBlock what="菜单" error={error} onRetry={() => void refetch()} />
              ) : (
                data && (
                  <Empty
                    title="没有符合条件的菜单"
                    acts={<Button onClick={() => set({ word: '', end: null, status: null })}>清除条件</Button>}
                  />
                )
              ),
            }}
          />
        </div>
      </section>
      {shownForm && <FormDrawer {...shownForm.props} open={form !== null} onClose={() => setForm(null)} />}
      <SortDrawer
        open={sorting !== null}
        title={sorting?.title ?? ''}
        items={sortItems}
        saving={saveOrder.running}
        onSave={(ids) => void saveOrder.run({ sorts: ids.map((authorityId, i) => ({ authorityId, sort: i + 1 })) })}
        onClose={() => setSorting(null)}
      />
      <RecordLogDrawer record={logged} onClose={() => setLogged(null)} />
      <MenuPreview open={previewing} tree={tree} onClose={() => setPreviewing(false)} />
    </div>
  )
}
