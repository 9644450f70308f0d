// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The one address users approve for collections and pay tokens. It obeys only the contracts it was deployed
/// for, for ever: a later exchange brings its own proxy and needs a new approval.
interface ITransferProxy {
    error TransferProxyCallerNotOperator(address caller);
    /// @notice `operator` was made for another proxy.
    error TransferProxyOperatorForeign(address operator, address itsProxy);
    /// @notice The item is not its sender's before the transfer, or not its receiver's after it.
    error TransferProxyItemNotMoved(address token, uint256 tokenId);

    /// @notice Moves an ERC721 item (asset type 3), asking the receiver. Operators only.
    function erc721safeTransferFrom(address token, address from, address to, uint256 tokenId) external;

    /// @notice Moves an ERC721 item of an old contract (asset type 4) and looks before and after whose it is: such tokens may
    /// refuse in silence. Operators only.
    function erc721TransferFrom(address token, address from, address to, uint256 tokenId) external;

    /// @notice Moves `value` of an ERC1155 item. Operators only.
    function erc1155safeTransferFrom(address token, address from, address to, uint256 id, uint256 value, bytes calldata data)
        external;

    /// @notice Moves ERC20 units; a false answer reverts, no answer is fine. Operators only.
    function erc20safeTransferFrom(address token, address from, address to, uint256 value) external;

    /// @notice The operators; zero where there is none.
    function exchange() external view returns (address);
    function auction() external view returns (address);
    function blindBox() external view returns (address);
    function manyTransfers() external view returns (address);
}

/// @notice What the proxy asks of an operator at deployment.
interface ITransferProxyOperator {
    /// @notice The proxy that moves things for this contract.
    function transferProxy() external view returns (address);
}
