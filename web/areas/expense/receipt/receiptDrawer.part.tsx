// One receipt as paper on the screen, with what can be done with it.
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { ReceiptState, receipt } from '#contract/expense/receipt'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { PaperFrame } from '#web/kit/print/PaperFrame'
import { useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { printReceipts } from './printReceipt.part.tsx'
import { ReceiptPaper } from './receiptPaper.part.tsx'

const WIDTH = 241
const HEIGHT = 93

export function ReceiptDrawer({ receiptId, onClose }: { receiptId: string | null; onClose(): void }) {
  const [shown, setShown] = useState(receiptId)
  if (receiptId && receiptId !== shown) setShown(receiptId)
  const may = useMay()
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  const { data, error, refetch } = useCall(receipt.calls.list, shown ? { receiptId: shown, size: 1 } : null, {
    staleTime: 0,
  })
  const one = data?.list[0]
  return (
    <SideDrawer
      open={receiptId !== null}
      width={960}
      title={one ? `收据 ${one.receiptNo}` : '收据'}
      about={
        one && (
          <>
            <StatusTag option={ReceiptState.find(one.state)!} />
            {one.printedTimes > 0 ? `已打印 ${one.printedTimes} 次` : '未打印'}
            {one.redOfNo && `　冲销 ${one.redOfNo}`}
            {one.redNo && `　红字 ${one.redNo}`}
          </>
        )
      }
      onClose={onClose}
      onClosed={() => setShown(null)}
      foot={
        one &&
        may(receipt.calls.print.needs) && (
          <DrawerFoot>
            <Button onClick={onClose}>关闭</Button>
            <Button
              type="primary"
              icon={<Printer size={15} aria-hidden />}
              onClick={() => void printReceipts([one.receiptId])}
            >
              {one.printedTimes > 0 ? '补打收据' : '打印收据'}
            </Button>
          </DrawerFoot>
        )
      }
    >
      {error ? (
        <ErrorBlock what="收据" error={error} onRetry={() => void refetch()} />
      ) : one ? (
        <PaperFrame title={`收据 ${one.receiptNo}`} width={WIDTH} height={HEIGHT} margin="4mm 15mm">
          <ReceiptPaper
            one={{ ...one, printedBefore: one.printedTimes, checker: null }}
            head={{ org, title: '收款收据', note: '' }}
            reprint={0}
          />
        </PaperFrame>
      ) : data ? (
        <Empty title="没有这张收据" text="可能不在您的数据范围内。" />
      ) : (
        <BlockBones lines={6} />
      )}
    </SideDrawer>
  )
}
