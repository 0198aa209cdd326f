import sharp from 'sharp';

// A piece of work takes one thread of libuv's pool, and keeps no memory once it is done.
sharp.concurrency(1);
sharp.cache(false);
// Readers of formats that are never accepted stay out of reach, whatever the bytes look like to libvips.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) });

export { sharp };
