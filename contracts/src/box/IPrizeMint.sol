// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A collection whose items come to be when a box with them is opened: asset type 5, `tokenId` being the kind.
interface IPrizeMint {
    /// @notice Mints one more item of `kind` to `to`, asking it. Only `blindBox`.
    function mintPrize(address to, uint256 kind) external returns (uint256 tokenId);

    /// @notice The only contract that mints here, for ever.
    function blindBox() external view returns (address);

    /// @notice Whether series of `seriesOwner` may name kinds of this collection. Asked when a series is registered, and never
    /// again: its buyers keep what they paid for.
    function serves(address seriesOwner) external view returns (bool);

    /// @notice What the token URI of `kind` is, after the prefix; empty where there is no such kind.
    function kindURI(uint256 kind) external view returns (string memory);
}
