// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Says yes to every hash without bytes.
contract Yes {
    function approve(address token, address proxy) external {
        (bool ok,) = token.call(abi.encodeWithSignature("approve(address,uint256)", proxy, type(uint256).max));
        require(ok);
    }

    function isValidSignature(bytes32, bytes calldata signature) external pure returns (bytes4) {
        return signature.length == 0 ? this.isValidSignature.selector : bytes4(0);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}
