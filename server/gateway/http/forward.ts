import type { Config } from '../../platform/config.ts';
import type { RecordActivity } from '../activity.ts';
import type { GatewayTarget } from '../directory.ts';
import { type Thaw, wakeOnWork } from '../thaw.ts';
import type { Granted } from './access.ts';
import { answerPage, failurePage } from './answer.ts';
import { portInside } from './host.ts';
import type { LiveExchange, LiveExchanges } from './live.ts';
import { namesOf } from './names.ts';
import { isPlainGet, passGet } from './pass-get.ts';
import { proxyPreflight } from './proxy-preflight.ts';
import { proxyRequest } from './proxy-request.ts';
import type { Rewrite } from './rewrite-page.ts';
import type { Upstreams } from './upstreams.ts';
import { onceOver, type Visit } from './visit.ts';

export interface Forwarder {
  /** Passes a visit on to the program and watches it for as long as it lasts; `asOf` as in `LiveExchanges.add`. */
  visit(visit: Visit, access: Granted, rewrite: Rewrite | null, asOf: number): void;
  preflight(visit: Visit, target: GatewayTarget): void;
}

/** Pings of a WebSocket, or the IDE's keep-alive (every 5 s while a tab is open), aren't a person at work. */
const KEEP_ALIVE_BYTES = 40;
/** Keeps search engines away from public links. */
const NO_INDEX = ['X-Robots-Tag', 'noindex, nofollow'];
const NOTHING: readonly string[] = [];

export function createForwarder(input: {
  config: Config;
  live: LiveExchanges;
  upstreams: Upstreams;
  recordActivity: RecordActivity;
  thaw: Thaw;
}): Forwarder {
  const { config, live, upstreams, recordActivity, thaw } = input;

  /** The way to the program, and how the client learns that it is blocked. */
  function wayTo(visit: Visit, target: GatewayTarget) {
    const { request, host } = visit;
    return {
      upstream: upstreams.to(target, portInside(target, host)),
      names: namesOf(request, host, target, config),
      config,
      fail: (error: Error) => answerPage(visit, failurePage(error, host.port)),
    };
  }

  return {
    visit(visit, { target, pass, userId, endsAt, guest }, rewrite, asOf) {
      const { request, response, host, handshake } = visit;
      const noteWork = () => {
        if (userId === null) return;
        recordActivity(target.workspaceId, userId);
        wakeOnWork(open, () => thaw(target, guest?.ownerId ?? userId));
      };
      const open: LiveExchange = {
        pass,
        slug: host.slug,
        port: host.port,
        containerId: target.containerId,
        asleep: false,
        endsAt,
        // Its WebSockets say whether somebody has VS Code open.
        guestOf: guest && handshake ? guest.shareId : null,
        sever: () => request.socket.destroy(),
      };
      noteWork();
      live.add(open, asOf);
      // A WebSocket outlives the answer to its handshake.
      const forget = () => live.remove(open);
      if (handshake) handshake.socket.once('close', forget);
      else onceOver(visit, forget);
      const way = wayTo(visit, target);
      const { agent, connections } = way.upstream;
      const exchange = { ...way, request, response, host, extraHeaders: pass.kind === 'share' ? NO_INDEX : NOTHING };
      const connection = handshake || rewrite || !isPlainGet(request) ? null : connections.take({ isFresh: false });
      if (connection) return passGet(exchange, connections, connection);
      proxyRequest({
        ...exchange,
        agent,
        rewrite,
        handshake: handshake && {
          ...handshake,
          onTraffic: (bytes) => bytes > KEEP_ALIVE_BYTES && noteWork(),
        },
      });
    },
    preflight(visit, target) {
      const { upstream, ...way } = wayTo(visit, target);
      proxyPreflight({ ...way, agent: upstream.agent, visit });
    },
  };
}
