import { type Context, type ContractCases, oneToTwenty, pause, until } from './environment.ts';
import { equal, throws } from './expect.ts';

/** Opens a channel, and collects its messages. */
function join({ BroadcastChannel }: Context, name: string) {
  const channel = new BroadcastChannel(name);
  const heard: unknown[] = [];
  channel.addEventListener('message', ({ data }) => heard.push(data));
  return { channel, heard };
}

export const channelCases: ContractCases = {
  'a message reaches every other member of its channel, in the same and other pages': async (env) => {
    const { context, name, open } = env;
    const [here, beside, there] = [join(context, name), join(context, name), join(await open(), name)];
    const elsewhere = join(context, `${name} other`);
    here.channel.postMessage('news');
    await until(context, 'all have heard', () => beside.heard.length > 0 && there.heard.length > 0);
    await pause(context);
    equal([here.heard, beside.heard, there.heard, elsewhere.heard], [[], ['news'], ['news'], []]);
  },
  'messages arrive in the order in which they were sent': async ({ context, name, open }) => {
    const [here, there] = [join(context, name), join(await open(), name)];
    for (const number of oneToTwenty) here.channel.postMessage(number);
    await until(context, 'all have come', () => there.heard.length >= oneToTwenty.length);
    equal(there.heard, oneToTwenty);
  },
  'a message is a copy of the value at the time of sending': async ({ context, name, open }) => {
    const [here, there] = [join(context, name), join(await open(), name)];
    const message = { list: [1], at: undefined };
    here.channel.postMessage(message);
    message.list.push(2);
    await until(context, 'it has come', () => there.heard.length > 0);
    equal(there.heard, [{ list: [1], at: undefined }]);
    throws(() => here.channel.postMessage(() => 'a function'), 'DataCloneError');
  },
  'a closed channel receives nothing more, and throws when it sends': async ({ context, name, open }) => {
    const [here, there, third] = [join(context, name), join(await open(), name), join(context, name)];
    here.channel.postMessage('news');
    third.channel.close();
    there.channel.postMessage('more');
    await until(context, 'both have come', () => there.heard.length > 0 && here.heard.length > 0);
    await pause(context);
    equal(third.heard, []);
    throws(() => third.channel.postMessage('late'), 'InvalidStateError');
  },
  'a message arrives even if its channel is closed at once': async ({ context, name, open }) => {
    const there = join(await open(), name);
    const { channel } = join(context, name);
    channel.postMessage('last words');
    channel.close();
    await until(context, 'it has come', () => there.heard.length > 0);
    equal(there.heard, ['last words']);
  },
  'a channel gets no messages that were sent before it was opened': async ({ context, name, open }) => {
    const other = await open();
    const first = join(other, name);
    const { channel } = join(context, name);
    channel.postMessage('early');
    await until(context, 'it has come', () => first.heard.length > 0);
    const late = join(other, name);
    channel.postMessage('late');
    await until(context, 'it has come', () => late.heard.length > 0);
    equal(late.heard, ['late']);
  },
  "a port's messages are copies, and arrive in order": async ({ context }) => {
    const { port1, port2 } = new context.MessageChannel();
    const heard: unknown[] = [];
    port1.onmessage = ({ data }) => heard.push(data);
    const message = { list: [1] };
    port2.postMessage(message);
    message.list.push(2);
    for (const number of oneToTwenty) port2.postMessage(number);
    await until(context, 'all have come', () => heard.length > oneToTwenty.length);
    port1.close();
    port2.postMessage('to nobody');
    await pause(context);
    equal(heard, [{ list: [1] }, ...oneToTwenty]);
  },
};
