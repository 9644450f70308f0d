// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Reads what a collection asks of a sale: ERC-2981 first, then getFeeRecipients and getFeeBps. Low-level, with a
/// gas limit and bounded answers, so that a hostile collection can neither stop its sale nor take above the cap.
library Royalties {
    uint256 internal constant MAX_BPS = 1000;
    /// @notice More recipients than this are not paid.
    uint256 internal constant MAX_RECIPIENTS = 5;
    uint256 private constant READ_GAS = 100_000;
    uint256 private constant BPS = 10_000;

    bytes4 private constant ROYALTY_INFO = 0x2a55205a;
    bytes4 private constant GET_FEE_RECIPIENTS = 0xb9c4d9fb;
    bytes4 private constant GET_FEE_BPS = 0x0ebd4c7f;

    /// @notice Who receives how much of `price`; a recipient may repeat, be zero or have nothing.
    function read(address token, uint256 tokenId, uint256 price)
        internal
        view
        returns (address[] memory recipients, uint256[] memory amounts)
    {
        uint256 cap = (price * MAX_BPS) / BPS;
        (address recipient, uint256 amount) = _royaltyInfo(token, tokenId, price);
        if (recipient != address(0) && amount != 0) {
            recipients = new address[](1);
            amounts = new uint256[](1);
            recipients[0] = recipient;
            amounts[0] = amount < cap ? amount : cap;
            return (recipients, amounts);
        }
        return _feeLists(token, tokenId, price, cap);
    }

    function _royaltyInfo(address token, uint256 tokenId, uint256 price) private view returns (address, uint256) {
        (bool ok, uint256 recipient, uint256 amount) = _pair(token, tokenId, price);
        return ok && recipient <= type(uint160).max ? (address(uint160(recipient)), amount) : (address(0), 0);
    }

    function _feeLists(address token, uint256 tokenId, uint256 price, uint256 cap)
        private
        view
        returns (address[] memory recipients, uint256[] memory amounts)
    {
        uint256[] memory who = _list(token, GET_FEE_RECIPIENTS, tokenId);
        if (who.length == 0) return (recipients, amounts);
        uint256[] memory bps = _list(token, GET_FEE_BPS, tokenId);
        uint256 count = who.length < bps.length ? who.length : bps.length;
        recipients = new address[](count);
        amounts = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            if (who[i] > type(uint160).max) continue;
            uint256 share = bps[i] < MAX_BPS ? (price * bps[i]) / BPS : cap;
            if (share > cap) share = cap;
            cap -= share;
            recipients[i] = address(uint160(who[i]));
            amounts[i] = share;
        }
    }

    /// @dev Assembly: a high-level call would copy whatever the collection returns, and revert on a short answer.
    function _pair(address token, uint256 tokenId, uint256 price) private view returns (bool ok, uint256 first, uint256 second) {
        bytes memory data = abi.encodeWithSelector(ROYALTY_INFO, tokenId, price);
        assembly ("memory-safe") {
            ok := staticcall(READ_GAS, token, add(data, 0x20), mload(data), 0x00, 0x40)
            ok := and(ok, gt(returndatasize(), 0x3f))
            first := mload(0x00)
            second := mload(0x20)
        }
    }

    /// @dev The first `MAX_RECIPIENTS` of a canonical one-list answer; none when it is anything else. Assembly as in `_pair`.
    function _list(address token, bytes4 selector, uint256 tokenId) private view returns (uint256[] memory list) {
        bytes memory data = abi.encodeWithSelector(selector, tokenId);
        list = new uint256[](MAX_RECIPIENTS + 1);
        uint256 length;
        uint256 size;
        assembly ("memory-safe") {
            // Offset and length land on the list's own length word and first item; the items follow from the second.
            let ok := staticcall(READ_GAS, token, add(data, 0x20), mload(data), list, mul(0x20, 7))
            size := mul(ok, returndatasize())
            if and(gt(size, 0x3f), eq(mload(list), 0x20)) { length := mload(add(list, 0x20)) }
        }
        if (length > MAX_RECIPIENTS) length = MAX_RECIPIENTS;
        if (length != 0 && size < 64 + length * 32) length = 0;
        assembly ("memory-safe") {
            list := add(list, 0x20)
            mstore(list, length)
        }
    }
}
