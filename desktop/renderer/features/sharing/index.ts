export { PeopleHere } from './PeopleHere.tsx';
export { sharedTerminalQuery, useLiveSharing } from './queries.ts';
export { SharedNotices } from './SharedNotices.tsx';
export { ShareButton } from './ShareButton.tsx';
export { ShareList } from './ShareList.tsx';
