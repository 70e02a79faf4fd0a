export { EditorSharing } from './EditorSharing.tsx';
export { PeopleHere } from './PeopleHere.tsx';
export { sharedTerminalQuery, useLiveSharing } from './queries.ts';
export { ShareButton } from './ShareButton.tsx';
export { SharedNotices } from './SharedNotices.tsx';
export { ShareList } from './ShareList.tsx';
