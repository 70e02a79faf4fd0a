export { ChargePopover } from './ChargePopover.tsx';
