// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1155} from "@openzeppelin/contracts/token/ERC1155/IERC1155.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Asset} from "../exchange/OrderTypes.sol";
import {ITransferProxy} from "../transfer/ITransferProxy.sol";
import {BoxState} from "./BoxState.sol";
import {BoxOrder} from "./BoxTypes.sol";
import {IBlindBox} from "./IBlindBox.sol";
import {IPrizeMint} from "./IPrizeMint.sol";

/// @notice See IBlindBox. What comes in and goes out as an item: prizes and tickets.
abstract contract BoxPrizes is BoxState {
    using AssetTypes for uint8;

    /// @dev Where a ticket ends: a precompile, so no account has its key.
    address private constant BURNT = address(1);
    /// @dev The kind that stands for the ticket.
    uint256 internal constant TICKET = type(uint8).max;
    /// @dev What one delivery may use, the receiver's hook included.
    uint256 internal constant ITEM_GAS = 200_000;
    /// @dev What asking a token for an owner may use.
    uint256 private constant OWNER_GAS = 10_000;

    function _takePrizes(bytes32 box, BoxOrder calldata order) internal {
        for (uint256 kind; kind < order.assetAmounts.length; ++kind) {
            Asset calldata prize = order.key.sellAssets[kind];
            _prizes[box][kind] = prize;
            if (prize.assetType == AssetTypes.MINTED) _checkMinted(kind, prize, order.uris[kind]);
            else if (!_takeItem(box, prize, msg.sender, order.assetAmounts[kind])) revert IBlindBox.BoxPrizeMissing(kind);
        }
    }

    function _checkMinted(uint256 kind, Asset calldata prize, string calldata uri) private view {
        IPrizeMint token = IPrizeMint(prize.token);
        bool isOurs = token.blindBox() == address(this) && token.serves(msg.sender)
            && keccak256(bytes(token.kindURI(prize.tokenId))) == keccak256(bytes(uri));
        if (!isOurs) revert IBlindBox.BoxPrizeInvalid(kind);
    }

    /// @return arrived whether it lies here now, and did not before: that a token takes the call proves nothing
    function _takeItem(bytes32 box, Asset memory item, address from, uint256 quantity) internal returns (bool arrived) {
        if (item.assetType == AssetTypes.ERC1155) {
            uint256 before = IERC1155(item.token).balanceOf(address(this), item.tokenId);
            _proxy.erc1155safeTransferFrom(item.token, from, address(this), item.tokenId, quantity, "");
            return IERC1155(item.token).balanceOf(address(this), item.tokenId) >= before + quantity;
        }
        if (IERC721(item.token).ownerOf(item.tokenId) == address(this)) return false;
        _places[item.token][item.tokenId] = box;
        if (item.assetType == AssetTypes.ERC721) _proxy.erc721safeTransferFrom(item.token, from, address(this), item.tokenId);
        else _proxy.erc721TransferFrom(item.token, from, address(this), item.tokenId);
        return IERC721(item.token).ownerOf(item.tokenId) == address(this);
    }

    /// @dev Gives each kind drawn to `to`; what is refused waits.
    function _deliver(bytes32 box, address to, uint256[] memory kinds, uint256 gasEach) internal {
        for (uint256 i; i < kinds.length; ++i) {
            uint256 kind = kinds[i];
            if (!_tryGive(box, _prizes[box][kind], to, 1, gasEach)) _keep(box, to, kind, 1);
        }
    }

    function _burnTicket(bytes32 box, Asset memory ticket, uint256 quantity) internal {
        // One that can't be moved lies here for good, which is as far away.
        _tryGive(box, ticket, BURNT, quantity, ITEM_GAS);
    }

    function _returnTicket(bytes32 box, Asset memory ticket, address to, uint256 quantity) internal {
        if (!_tryGive(box, ticket, to, quantity, ITEM_GAS)) _keep(box, to, TICKET, quantity);
    }

    function _keep(bytes32 box, address account, uint256 kind, uint256 count) private {
        _kept[box][account][kind] += count;
        emit IBlindBox.PrizeKept(box, account, kind, count);
    }

    /// @dev With all the gas there is, and in one piece.
    function _give(bytes32 box, Asset memory item, address to, uint256 quantity, uint256 kind) internal {
        if (!_isHere(box, item)) revert IBlindBox.BoxPrizeMissing(kind);
        bool isMinted = item.assetType == AssetTypes.MINTED;
        for (uint256 i; i < (isMinted ? quantity : 1); ++i) {
            if (!_sendItem(item, to, quantity, gasleft())) revert IBlindBox.BoxDeliveryRefused(to, kind);
        }
    }

    function _isHere(bytes32 box, Asset memory item) private view returns (bool) {
        return !item.assetType.isSingle() || _places[item.token][item.tokenId] == box;
    }

    function _tryGive(bytes32 box, Asset memory item, address to, uint256 quantity, uint256 gasLimit) private returns (bool) {
        // The part of what is left that a call may take (EIP-150) must be the limit.
        if (gasleft() < gasLimit + gasLimit / 32) revert IBlindBox.BoxGasTooLow(gasleft());
        return _isHere(box, item) && _sendItem(item, to, quantity, gasLimit);
    }

    function _sendItem(Asset memory item, address to, uint256 quantity, uint256 gasLimit) private returns (bool) {
        if (item.assetType == AssetTypes.ERC721_OLD) return _sendOld(item, to, gasLimit);
        return _call(item.token, _giving(item, to, quantity), gasLimit);
    }

    /// @dev Tokens from before the standard may ask even their owner for an approval (CryptoKitties), which some refuse to give to
    /// itself, and may refuse in silence. So what did not leave by a plain transfer leaves as it came in, by the proxy, which
    /// reverts unless the item is the receiver's then. All calls share `gasLimit`.
    function _sendOld(Asset memory item, address to, uint256 gasLimit) private returns (bool) {
        if (gasLimit <= OWNER_GAS || to == address(this)) return false;
        uint256 end = gasleft();
        end = end > gasLimit ? end - gasLimit : 0;
        if (_call(item.token, _giving(item, to, 1), gasLimit - OWNER_GAS) && _hasLeft(item)) return true;
        if (gasleft() <= end) return false;
        _call(item.token, abi.encodeCall(IERC721.approve, (address(_proxy), item.tokenId)), (gasleft() - end) / 2);
        if (gasleft() <= end) return false;
        bytes memory moving = abi.encodeCall(ITransferProxy.erc721TransferFrom, (item.token, address(this), to, item.tokenId));
        return _call(address(_proxy), moving, gasleft() - end);
    }

    /// @dev No answer is a no: with little gas a token must not seem to have delivered.
    function _hasLeft(Asset memory item) private view returns (bool hasLeft) {
        bytes memory asking = abi.encodeCall(IERC721.ownerOf, (item.tokenId));
        address token = item.token;
        assembly ("memory-safe") {
            mstore(0x00, address())
            hasLeft := staticcall(OWNER_GAS, token, add(asking, 0x20), mload(asking), 0x00, 0x20)
            hasLeft := and(hasLeft, iszero(eq(mload(0x00), address())))
        }
    }

    /// @dev Assembly: a high-level call copies what a hostile receiver says.
    function _call(address token, bytes memory data, uint256 gasLimit) private returns (bool ok) {
        assembly ("memory-safe") {
            ok := call(gasLimit, token, 0, add(data, 0x20), mload(data), 0, 0)
        }
    }

    function _giving(Asset memory item, address to, uint256 quantity) private view returns (bytes memory) {
        if (item.assetType == AssetTypes.ERC1155) {
            return abi.encodeCall(IERC1155.safeTransferFrom, (address(this), to, item.tokenId, quantity, ""));
        }
        if (item.assetType == AssetTypes.MINTED) return abi.encodeCall(IPrizeMint.mintPrize, (to, item.tokenId));
        if (item.assetType == AssetTypes.ERC721) {
            return abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", address(this), to, item.tokenId);
        }
        return abi.encodeCall(IERC721.transferFrom, (address(this), to, item.tokenId));
    }
}
