// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1155} from "@openzeppelin/contracts/token/ERC1155/IERC1155.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ITransferProxy, ITransferProxyOperator} from "./ITransferProxy.sol";

/// @notice See ITransferProxy. Deployed last: the operators already name its address.
contract TransferProxy is ITransferProxy {
    /// @inheritdoc ITransferProxy
    address public immutable exchange;
    /// @inheritdoc ITransferProxy
    address public immutable auction;
    /// @inheritdoc ITransferProxy
    address public immutable blindBox;
    /// @inheritdoc ITransferProxy
    address public immutable manyTransfers;

    /// @dev Most items move by the exchange, then by the auctions: nested, because each `&&` would cost them a jump.
    modifier onlyOperator() {
        if (msg.sender != exchange) {
            if (msg.sender != auction) _checkLessFrequent();
        }
        _;
    }

    constructor(address exchange_, address auction_, address blindBox_, address manyTransfers_) {
        _checkOperator(exchange_);
        _checkOperator(auction_);
        _checkOperator(blindBox_);
        _checkOperator(manyTransfers_);
        exchange = exchange_;
        auction = auction_;
        blindBox = blindBox_;
        manyTransfers = manyTransfers_;
    }

    /// @inheritdoc ITransferProxy
    function erc721safeTransferFrom(address token, address from, address to, uint256 tokenId) external onlyOperator {
        IERC721(token).safeTransferFrom(from, to, tokenId);
    }

    /// @inheritdoc ITransferProxy
    function erc721TransferFrom(address token, address from, address to, uint256 tokenId) external onlyOperator {
        if (IERC721(token).ownerOf(tokenId) != from) revert TransferProxyItemNotMoved(token, tokenId);
        IERC721(token).transferFrom(from, to, tokenId);
        if (IERC721(token).ownerOf(tokenId) != to) revert TransferProxyItemNotMoved(token, tokenId);
    }

    /// @inheritdoc ITransferProxy
    function erc1155safeTransferFrom(address token, address from, address to, uint256 id, uint256 value, bytes calldata data)
        external
        onlyOperator
    {
        IERC1155(token).safeTransferFrom(from, to, id, value, data);
    }

    /// @inheritdoc ITransferProxy
    function erc20safeTransferFrom(address token, address from, address to, uint256 value) external onlyOperator {
        SafeERC20.safeTransferFrom(IERC20(token), from, to, value);
    }

    function _checkLessFrequent() private view {
        if (msg.sender != blindBox && msg.sender != manyTransfers) revert TransferProxyCallerNotOperator(msg.sender);
    }

    function _checkOperator(address operator) private view {
        if (operator == address(0)) return;
        address itsProxy = ITransferProxyOperator(operator).transferProxy();
        if (itsProxy != address(this)) revert TransferProxyOperatorForeign(operator, itsProxy);
    }
}
