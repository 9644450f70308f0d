// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IManyTransfers} from "../../../src/transfer/IManyTransfers.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {ManyTransfersBase} from "../../base/ManyTransfersBase.sol";

/// [BULK-08] In a whole market, as it is deployed.
contract MarketTransfersTest is ManyTransfersBase {
    address[5] private market;

    function setUp() public override {
        super.setUp();
        address predicted = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 4);
        bytes memory terms = abi.encode(operator, predicted, treasury, new address[](0), 250, 250);
        bytes memory withCoin = abi.encode(operator, predicted, treasury, new address[](0), 250, 250, address(0));
        market[0] = vm.deployCode("contracts/artifacts/Exchange.json", withCoin);
        market[1] = vm.deployCode("contracts/artifacts/AuctionExchange.json", terms);
        market[2] = vm.deployCode("contracts/artifacts/BlindBox.json", terms);
        market[3] = vm.deployCode("contracts/artifacts/ManyTransfers.json", abi.encode(predicted));
        bytes memory operators = abi.encode(market[0], market[1], market[2], market[3]);
        market[4] = vm.deployCode("contracts/artifacts/TransferProxy.json", operators);
        (many, proxy) = (IManyTransfers(market[3]), ITransferProxy(market[4]));
        approve(alice);
    }

    /// None of them asked for an item.
    function test_RevertWhen_TheReceiverIsAContractOfTheMarket() public {
        for (uint256 i; i < market.length; ++i) {
            sendReverts(list(single(1, bob), single(2, market[i])), abi.encodeWithSignature("ERC721InvalidReceiver(address)", market[i]));
            sendReverts(list(units(1, market[i])), abi.encodeWithSignature("ERC1155InvalidReceiver(address)", market[i]));
        }
        assertNothingMoved();
        send(list(single(1, bob), units(1, bob)));
        vm.assertEq(nft.ownerOf(1), bob, "to Bob they go");
    }
}
