// 区域配置: the tree at the left, the rooms of the chosen place at the right.
import { Button } from 'antd'
import { ListPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { bed } from '#contract/platform/bed'
import { type LocationNode, location } from '#contract/platform/location'
import { room } from '#contract/platform/room'
import { manyRooms } from '#web/areas/platform/room/batchForm.part'
import { roomActions, roomBatch, roomColumnsOfPlace } from '#web/areas/platform/room/columns'
import { newRoom } from '#web/areas/platform/room/forms'
import { pathText, useAreas } from '#web/kit/fields/place'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage, usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { PlaceForms, type PlaceRequest } from './forms.part.tsx'
import { Refused } from './refused.part.tsx'
import { PlaceTree } from './tree.part.tsx'
import './location.css'
import '#web/areas/platform/room/naming.css'

const refreshOn = [bed.events.placesChanged]

const find = (nodes: readonly LocationNode[], id: string | null): LocationNode | null => {
  for (const node of nodes) {
    const found = node.locationId === id ? node : find(node.children ?? [], id)
    if (found) return found
  }
  return null
}

export default function Locations() {
  const may = useMay()
  const areas = useAreas()
  const levels = useCall(location.calls.levels, {})
  const [chosen, setChosen] = usePageState<string | null>('place', null)
  const [request, setRequest] = useState<PlaceRequest | null>(null)
  const [sorting, setSorting] = useState<{ parent: LocationNode | null } | null>(null)
  const nodes = areas.data?.list
  const node = useMemo(() => find(nodes ?? [], chosen), [nodes, chosen])
  const fixed = useMemo(() => (node ? { area: node.locationId } : {}), [node])
  const sort = useAct(location.calls.sort, {
    onDone: () => {
      toast.success('区域顺序已保存')
      setSorting(null)
    },
  })
  const siblings = sorting ? (sorting.parent ? sorting.parent.children : nodes) : null
  const items = useMemo(
    () =>
      (siblings ?? []).map((one) => ({ id: one.locationId, title: one.locationName, note: `${one.roomCount} 间房` })),
    [siblings],
  )
  const levelRows = levels.data?.list ?? []
  const leaf = node !== null && node.children === null
  const mayAdd = may(location.calls.create.needs)

  const emptyTree = () =>
    levelRows.length === 0 ? (
      <Empty
        title="先定区域级别"
        text="区域按级别一层层建，例如 栋 › 楼层。"
        acts={
          <Button type="primary" onClick={() => openPage(location.pages.levels.path)}>
            去设区域级别
          </Button>
        }
      />
    ) : (
      <Empty
        title="还没有区域"
        text={`从最外一级“${levelRows[0]!.locationName}”建起。`}
        acts={
          mayAdd && (
            <Button
              type="primary"
              onClick={() => setRequest({ act: 'add', parent: null, levelName: levelRows[0]!.locationName })}
            >
              新增{levelRows[0]!.locationName}
            </Button>
          )
        }
      />
    )

  return (
    <div className="yy-places yy-tall yy-flex yy-gap-12">
      <section className="yy-card yy-places-tree yy-stack yy-pad-12 yy-fixed yy-scroll" aria-label="区域">
        {(areas.isPending || levels.isPending) && <BlockBones lines={8} />}
        {areas.error && !nodes && <ErrorBlock what="区域" error={areas.error} onRetry={() => void areas.refetch()} />}
        {nodes && levels.data && nodes.length === 0 && emptyTree()}
        {nodes && levels.data && nodes.length > 0 && (
          <PlaceTree
            nodes={nodes}
            levels={levelRows}
            chosen={node?.locationId ?? null}
            onChoose={setChosen}
            onRequest={setRequest}
            onSort={(parent) => {
              sort.reset()
              setSorting({ parent })
            }}
          />
        )}
      </section>
      <div className="yy-stack yy-grow">
        <header className="yy-places-head yy-flex yy-baseline yy-gap-12 yy-fixed">
          <h3>{node ? pathText(node.path) : '全部区域'}</h3>
          <span>
            {node
              ? `${node.levelName}，${node.roomCount} 间房、${node.bedCount} 张床位`
              : `${(nodes ?? []).reduce((sum, one) => sum + one.roomCount, 0)} 间房已放入区域`}
          </span>
        </header>
        <ListPage
          call={room.calls.list}
          columns={roomColumnsOfPlace}
          rowKey="roomId"
          title={node ? `${pathText(node.path)}的房间` : '房间'}
          unit="间"
          fixed={fixed}
          create={newRoom(leaf ? node.locationId : null)}
          actions={roomActions}
          batch={roomBatch}
          refreshOn={refreshOn}
          tools={[
            {
              title: '批量新增',
              icon: <ListPlus size={15} aria-hidden />,
              needs: room.calls.batch.needs,
              onClick: (list) => list.openForm(manyRooms(leaf ? node.locationId : null)),
            },
          ]}
          empty={{
            title: '这里还没有房间',
            text:
              leaf || !node ? '新增房间，或用“批量建房”连同床位一起建好。' : '房间放在最末一级区域，请先选到最末一级。',
          }}
        />
      </div>
      <PlaceForms
        request={request}
        onDone={(made) => {
          if (made) setChosen(made)
        }}
        onClose={() => setRequest(null)}
      />
      <SortDrawer
        open={sorting !== null}
        title="区域排序"
        items={items}
        saving={sort.running}
        head={
          <>
            {sorting?.parent && <p className="yy-level-note yy-second">{pathText(sorting.parent.path)} 之下</p>}
            <Refused error={sort.error} />
          </>
        }
        onSave={(ids) => void sort.run({ sorts: ids.map((locationId, i) => ({ locationId, sort: i + 1 })) })}
        onClose={() => setSorting(null)}
      />
    </div>
  )
}
