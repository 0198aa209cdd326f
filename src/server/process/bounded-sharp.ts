import sharp from 'sharp';

// Each image takes one thread of libuv's pool, and no memory once it is done.
sharp.concurrency(1);
sharp.cache(false);
// libvips chooses a loader by the image's bytes. Blocks every loader except those for JPEG, PNG and WebP.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) });

export { sharp };
